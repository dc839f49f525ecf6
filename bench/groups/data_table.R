# Reads a file, adds up by its key, writes the groups, and prints the seconds that this took.

suppressPackageStartupMessages(library(data.table))
setDTthreads(2)
args <- commandArgs(trailingOnly = TRUE)

start <- Sys.time()
table <- fread(args[1], sep = ",", header = TRUE, nThread = 2, showProgress = FALSE)
groups <- table[, .(s = sum(lgamma(n + 1)), t = sum(n)), by = key]
fwrite(groups, args[2], showProgress = FALSE)
cat(as.numeric(Sys.time() - start, units = "secs"))

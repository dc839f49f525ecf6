# Reads a file, adds lgamma of a column, writes it, and prints the seconds that this took.

suppressPackageStartupMessages(library(data.table))
setDTthreads(2)
args <- commandArgs(trailingOnly = TRUE)

start <- Sys.time()
table <- fread(args[1], sep = ",", header = TRUE, nThread = as.integer(args[5]), showProgress = FALSE)
set(table, j = args[4], value = lgamma(table[[args[3]]]))
fwrite(table, args[2], showProgress = FALSE)
cat(as.numeric(Sys.time() - start, units = "secs"))

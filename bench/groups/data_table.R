# Reads a file, adds up by its key, and writes the groups.

suppressPackageStartupMessages(library(data.table))
setDTthreads(2)
args <- commandArgs(trailingOnly = TRUE)

table <- fread(args[1], sep = ",", header = TRUE, nThread = 2, showProgress = FALSE)
groups <- table[, .(s = sum(lgamma(n + 1)), t = sum(n)), by = key]
fwrite(groups, args[2], showProgress = FALSE)

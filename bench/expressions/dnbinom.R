# Reads a file, adds the log-density of the negative binomial distribution, writes it, and prints the seconds that
# this took.

suppressPackageStartupMessages(library(data.table))
setDTthreads(2)
args <- commandArgs(trailingOnly = TRUE)

start <- Sys.time()
table <- fread(args[1], sep = ",", header = TRUE, nThread = 2, showProgress = FALSE)
set(table, j = "ll", value = dnbinom(table$n, size = table$r, prob = table$p, log = TRUE))
fwrite(table, args[2], showProgress = FALSE)
cat(as.numeric(Sys.time() - start, units = "secs"))

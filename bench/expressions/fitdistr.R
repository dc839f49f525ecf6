# Reads a file, fits a negative binomial distribution to its column n, writes the estimates, and prints the seconds that
# this took.

suppressPackageStartupMessages({
  library(data.table)
  library(MASS)
})
setDTthreads(2)
args <- commandArgs(trailingOnly = TRUE)

start <- Sys.time()
table <- fread(args[1], sep = ",", header = TRUE, nThread = 2, showProgress = FALSE)
found <- fitdistr(table$n, "negative binomial")$estimate
write(format(c(found["size"], found["size"] / sum(found)), digits = 17), args[2])
cat(as.numeric(Sys.time() - start, units = "secs"))

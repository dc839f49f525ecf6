# R, as program_peer.ts runs it: see serve.py for the requests.

functions <- list(
  i0 = function(x, n) besselI(x, 0), i0e = function(x, n) besselI(x, 0, TRUE),
  i1 = function(x, n) besselI(x, 1), i1e = function(x, n) besselI(x, 1, TRUE),
  lgamma = function(x, n) lgamma(x), lgammaGrad = function(x, n) digamma(x),
  digamma = function(x, n) digamma(x), digammaGrad = function(x, n) trigamma(x),
  polygamma = function(x, n) if (n == 1) trigamma(x) else psigamma(x, n),
  polygammaGrad = function(x, n) psigamma(x, n + 1)
)

options(warn = -1) # results may be infinite, or NaN where it has no other answer
answer <- function(...) {
  cat(..., sep = "\t")
  cat("\n")
  flush(stdout())
}

inputs <- new.env()
input_of <- function(file) {
  if (is.null(inputs[[file]])) inputs[[file]] <- readBin(file, "double", file.size(file) / 8)
  inputs[[file]]
}

answer("version", paste0("R ", R.version$major, ".", R.version$minor))
requests <- file("stdin", "r")
while (length(line <- readLines(requests, 1)) > 0) {
  request <- strsplit(line, "\t")[[1]]
  run <- functions[[request[2]]]
  n <- as.numeric(request[3])
  if (is.null(run) || request[4] != "float64") {
    answer("unsupported")
    next
  }
  x <- input_of(request[5])
  if (request[1] == "compute") {
    writeBin(run(x, n), request[6])
    answer("done")
  } else {
    seconds <- vapply(seq_len(as.integer(request[6])), function(pass) {
      start <- as.numeric(Sys.time())
      run(x, n)
      as.numeric(Sys.time()) - start
    }, 0)
    answer("seconds", seconds)
  }
}

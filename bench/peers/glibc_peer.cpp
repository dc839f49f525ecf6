// The C library of this machine, whose only one of our functions is lgamma.

#include <cmath>
#include <gnu/libc-version.h>

#include "serve.hpp"

int main() {
  // lgamma_r: lgamma writes a global variable.
  serve(std::string("glibc ") + gnu_get_libc_version(), {
    {"lgamma", loop([](double x, int) { int sign; return ::lgamma_r(x, &sign); })},
  });
}

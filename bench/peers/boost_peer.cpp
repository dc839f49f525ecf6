// Boost.Math, with the policies that a user of float64 columns would choose: no promotion to long double, and NaN or
// infinity in the place of exceptions.

#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/polygamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>

#ifndef BOOST_MATH_STANDALONE  // headers of Boost.Math alone: SPECOL_BOOST, whose version is told
#include <boost/version.hpp>
#define VERSION BOOST_LIB_VERSION
#endif

#include "serve.hpp"

using namespace boost::math::policies;
using Policy = policy<promote_double<false>, domain_error<ignore_error>, pole_error<ignore_error>,
                      overflow_error<ignore_error>, evaluation_error<ignore_error>>;

int main() {
  const Policy p;
  auto lgamma = loop([p](double x, int) { return boost::math::lgamma(x, p); });
  auto digamma = loop([p](double x, int) { return boost::math::digamma(x, p); });
  auto trigamma = loop([p](double x, int) { return boost::math::trigamma(x, p); });
  auto i0 = loop([p](double x, int) { return boost::math::cyl_bessel_i(0, x, p); });
  auto i1 = loop([p](double x, int) { return boost::math::cyl_bessel_i(1, x, p); });
  serve(std::string("Boost.Math ") + VERSION, {
    {"lgamma", lgamma},
    {"lgammaGrad", digamma},
    {"digamma", digamma},
    {"digammaGrad", trigamma},
    {"polygamma", loop([p](double x, int n) { return boost::math::polygamma(n, x, p); })},
    {"polygammaGrad", loop([p](double x, int n) { return boost::math::polygamma(n + 1, x, p); })},
    {"i0", i0},
    {"i0Grad", i1},
    {"i1", i1},
  });
}

// The side of program_peer.ts that peers in C++ share: see serve.py for the requests.

#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using Function = std::function<void(const std::vector<double>&, std::vector<double>&, int)>;

// A loop of its own for each function, as in a user's program: the call can be inlined.
template <typename F>
Function loop(F f) {
  return [f](const std::vector<double>& x, std::vector<double>& y, int n) {
    for (size_t i = 0; i < x.size(); i++) y[i] = f(x[i], n);
  };
}

inline std::vector<double> read_input(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::vector<double> x(static_cast<size_t>(file.tellg()) / sizeof(double));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(x.data()), static_cast<std::streamsize>(x.size() * sizeof(double)));
  return x;
}

inline void serve(const std::string& version, const std::map<std::string, Function>& functions) {
  std::map<std::string, std::vector<double>> inputs;
  std::cout << "version\t" << version << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream fields(line);
    std::string request, name, parameter, type, input, last;
    for (std::string* field : {&request, &name, &parameter, &type, &input, &last}) std::getline(fields, *field, '\t');
    auto found = functions.find(name);
    if (found == functions.end() || type != "float64") {
      std::cout << "unsupported" << std::endl;
      continue;
    }
    if (!inputs.count(input)) inputs[input] = read_input(input);
    const std::vector<double>& x = inputs[input];
    std::vector<double> y(x.size());
    int n = std::stoi(parameter);
    if (request == "compute") {
      found->second(x, y, n);
      std::ofstream file(last, std::ios::binary);
      file.write(reinterpret_cast<const char*>(y.data()), static_cast<std::streamsize>(y.size() * sizeof(double)));
      file.close();
      std::cout << "done" << std::endl;
    } else {
      std::cout << "seconds";
      for (int passes = std::stoi(last); passes > 0; passes--) {
        auto start = std::chrono::steady_clock::now();
        found->second(x, y, n);
        std::cout << '\t' << std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      }
      std::cout << std::endl;
    }
  }
}

//! pxfm, as program_peer.ts runs it: see serve.py for the requests.

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::time::Instant;

type Loop = fn(&[f64], &mut [f64]);

/// A loop of its own for each function, as in a user's program: the call can be inlined.
macro_rules! a_loop {
    ($function:path) => {
        Some(|x, y| y.iter_mut().zip(x).for_each(|(y, &x)| *y = $function(x)))
    };
}

fn loop_of(name: &str, parameter: &str) -> Option<Loop> {
    match (name, parameter) {
        ("i0", _) => a_loop!(pxfm::f_i0),
        ("i0e", _) => a_loop!(pxfm::f_i0e),
        ("i1" | "i0Grad", _) => a_loop!(pxfm::f_i1),
        ("i1e", _) => a_loop!(pxfm::f_i1e),
        ("lgamma", _) => a_loop!(pxfm::f_lgamma),
        ("digamma" | "lgammaGrad", _) => a_loop!(pxfm::f_digamma),
        ("digammaGrad", _) | ("polygamma", "1") => a_loop!(pxfm::f_trigamma),
        _ => None,
    }
}

fn read_input(path: &str) -> Vec<f64> {
    let bytes = std::fs::read(path).expect(path);
    bytes
        .chunks_exact(8)
        .map(|chunk| f64::from_le_bytes(chunk.try_into().unwrap()))
        .collect()
}

fn write_output(path: &str, y: &[f64]) {
    let bytes: Vec<u8> = y.iter().flat_map(|value| value.to_le_bytes()).collect();
    std::fs::write(path, bytes).expect(path);
}

fn version() -> &'static str {
    let lock = include_str!("../Cargo.lock");
    let (_, rest) = lock
        .split_once("name = \"pxfm\"\nversion = \"")
        .expect("pxfm in Cargo.lock");
    rest.split('"').next().unwrap()
}

fn main() {
    let mut inputs: HashMap<String, Vec<f64>> = HashMap::new();
    let mut out = std::io::stdout();
    writeln!(out, "version\tpxfm {}", version()).unwrap();
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let fields: Vec<&str> = line.split('\t').collect();
        let &[request, name, parameter, kind, input, last] = &fields[..] else {
            panic!("{line}")
        };
        let Some(run) = loop_of(name, parameter).filter(|_| kind == "float64") else {
            writeln!(out, "unsupported").unwrap();
            continue;
        };
        let x = inputs
            .entry(input.to_string())
            .or_insert_with(|| read_input(input));
        let mut y = vec![0.0; x.len()];
        if request == "compute" {
            run(x, &mut y);
            write_output(last, &y);
            writeln!(out, "done").unwrap();
            continue;
        }
        write!(out, "seconds").unwrap();
        for _ in 0..last.parse().unwrap() {
            let start = Instant::now();
            run(x, &mut y);
            write!(out, "\t{}", start.elapsed().as_secs_f64()).unwrap();
        }
        writeln!(out).unwrap();
    }
}

# Prints points of multigammaln of large p and of its gradient, with their true values:
#
#   /usr/bin/python3 tools/mpmath_reference/long_multigammaln.py > tests/data/long_multigammaln.tsv

import random, struct
from mpmath import mp, mpf, loggamma, digamma, log, pi
mp.prec=300
random.seed(5)
def hx(v): return struct.pack('>d',v).hex()
for p in (192,301,1000,3001):
    n=48 if p<1000 else 12
    for i in range(n):
        e=(p-1)/2
        k=i%6
        x = e+random.uniform(0.01,3) if k==0 else e+random.uniform(3,60) if k==1 else e*random.uniform(1.1,20) if k==2 else e*10**random.uniform(1,9) if k==3 else p*2**random.uniform(19,70) if k==4 else p*2**random.uniform(70,250)
        X=mpf(x)
        y=sum(loggamma(X-mpf(j)/2) for j in range(p)).real+mpf(p)*(p-1)/4*log(pi)
        g=sum(digamma(X-mpf(j)/2) for j in range(p))
        print('multigammaln',p,hx(x),hx(float(y)),sep='\t')
        print('multigammalnGrad',p,hx(x),hx(float(g)),sep='\t')

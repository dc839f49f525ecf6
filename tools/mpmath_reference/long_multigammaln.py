# Prints points of multigammaln of large p and of its gradient, with their true values:
#
#   /usr/bin/python3 tools/mpmath_reference/long_multigammaln.py > tests/data/long_multigammaln.tsv
#
# They are sums of p terms with 300 bits. For p from 5000 on these are two chains with steps of 1, whose sums are
# differences of ln G at their ends, G that of Barnes, and of (y - 1) digamma(y), with 900 bits.

import random, struct
from mpmath import mp, mpf, barnesg, loggamma, digamma, log, pi
mp.prec=300
random.seed(5)
def hx(v): return struct.pack('>d',v).hex()
def show(p,x,y,g):
    print('multigammaln',p,hx(x),hx(float(y+mpf(p)*(p-1)/4*log(pi))),sep='\t')
    print('multigammalnGrad',p,hx(x),hx(float(g)),sep='\t')
for p in (192,301,1000,3001):
    n=48 if p<1000 else 12
    for i in range(n):
        e=(p-1)/2
        k=i%6
        x = e+random.uniform(0.01,3) if k==0 else e+random.uniform(3,60) if k==1 else e*random.uniform(1.1,20) if k==2 else e*10**random.uniform(1,9) if k==3 else p*2**random.uniform(19,70) if k==4 else p*2**random.uniform(70,250)
        X=mpf(x)
        show(p,x,sum(loggamma(X-mpf(j)/2) for j in range(p)).real,sum(digamma(X-mpf(j)/2) for j in range(p)))
mp.prec=900
def lgammas(b,m): return log(barnesg(b+m))-log(barnesg(b))
def digammas(b,m): return (b+m-1)*digamma(b+m)-(b-1)*digamma(b)-m
for p in (5000,70001,3000000,200000001,10**12+1):
    for i in range(24):
        e=(p-1)/2
        k=i%4
        x = e+random.uniform(0.01,3) if k==0 else e+2**random.uniform(0,14) if k==1 else e+p*2**random.uniform(-4,3) if k==2 else p*2**random.uniform(2,30)
        odd=p//2
        a=mpf(x)-(p-odd-1); b=mpf(x)-mpf(1)/2-(odd-1)
        show(p,x,lgammas(a,p-odd)+lgammas(b,odd),digammas(a,p-odd)+digammas(b,odd))

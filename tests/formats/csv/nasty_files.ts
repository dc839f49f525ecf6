/** Small files with everything that can fall on the edge of a chunk. */
export const NASTY_FILES: Readonly<Record<string, string>> = {
  plain: "id,x\n1,0.5\n2,2.5\n3,1e-3\n",
  "no line end at the end": "id,x\n1,0.5\n2,2.5",
  "carriage returns": "id,x\r\n1,0.5\r\n2,2.5\r\n",
  "carriage return at the end": "id,x\r\n1,0.5\r",
  "mixed line ends": "id,x\r\n1,0.5\n2,2.5\r\n3,3.5\n",
  "a byte order mark": "\ufeffx,id\n0.5,1\n2.5,2\n",
  "a byte order mark and a quoted name": '\ufeff"i\nd",x\n1,0.5\n',
  "blank lines": "\n\r\nid,x\n\n1,0.5\n\r\n\n2,2.5\n\n",
  "quoted line ends": 'name,x\n"a\nb\r\nc",0.5\n"\n\n",2.5\n',
  "quoted delimiters": '"na,me",x\n"a,b",0.5\n",,,",2.5\n',
  "doubled quotes": 'name,x\n"say ""hi""",0.5\n"""",2.5\n"""a""",3.5\n"",4.5\n',
  "doubled quotes and line ends": 'name,x\n"""\n""",0.5\n"\n""\n",2.5\n',
  "quotes that are bytes": 'name,x\na"b,0.5\na""b,2.5\n "a",3.5\nb",4.5\n"a"b",5.5\n"a" ,6.5\n',
  "a quote that opens after one that closed": 'name,x\n"a"b"c,0.5\nx"y"z,2.5\n',
  "quoted numbers": 'name,x\na,"0.5"\n"b"," 2.5 "\nc,""\n',
  "quoted names": '"na""me","x"\na,0.5\n',
  "empty cells": "a,x,b\n,,\n,0.5,\n1,,2\n",
  "one column": "x\n0.5\n2.5\n",
  "a cell longer than many chunks": `name,x\n"${"long, ".repeat(60)}\n",0.5\n${
    "y".repeat(300)
  },1\n`,
  "words beyond ASCII": "größe,x\n€,0.5\n日本,2.5\n",
  "spaces": "name , x,x\n a , 1 , 0.5\nb\t, ,\t2.5 \n",
  "header only": "id,x\n",
  "header without line end": "id,x",
};

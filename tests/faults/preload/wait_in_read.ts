// Lets the program wait before it reads a file for the fifth time: it reports that by a file `waiting`,
// and goes on when there is a file `go`.
const { read } = Deno.FsFile.prototype;
let reads = 0;

Deno.FsFile.prototype.read = async function (this: Deno.FsFile, into: Uint8Array) {
  if (++reads === 5) {
    await Deno.writeTextFile("waiting", "");
    while (!await Deno.stat("go").then(() => true, () => false)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  return await read.call(this, into);
};

// Lets the adapter pass for a GPU, to test what is done with one.
Object.defineProperties(GPUAdapterInfo.prototype, {
  description: { get: () => "Fancy 3000" },
  isFallbackAdapter: { get: () => false },
});

// Makes every shader wrong.
const { createShaderModule } = GPUDevice.prototype;

GPUDevice.prototype.createShaderModule = function (this: GPUDevice, descriptor) {
  return createShaderModule.call(this, { ...descriptor, code: `${descriptor.code} nonsense` });
};

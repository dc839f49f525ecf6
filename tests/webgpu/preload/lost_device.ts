// Loses the device when it has got its third piece.
const { submit } = GPUQueue.prototype;
const { requestDevice } = GPUAdapter.prototype;
let submitted = 0;

GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, descriptor) {
  const device = await requestDevice.call(this, descriptor);
  GPUQueue.prototype.submit = function (this: GPUQueue, commands) {
    submit.call(this, commands);
    submitted++;
    if (submitted === 3) device.destroy();
    return undefined;
  };
  return device;
};

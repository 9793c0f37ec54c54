// Loaded before the program: the clock stands still, so that the same screens are the same pictures.
// Timers go on. The sandbox, in a thread of its own, gets it too, and makes its site for this moment.
const {ServerResponse} = require('node:http');

const Clock = Date;
const stillMs = Clock.UTC(2026, 10, 22, 3, 15, 0);

globalThis.Date = class StillDate extends Clock {
  constructor(...given) {
    super(...(given.length === 0 ? [stillMs] : given));
  }
  static now() {
    return stillMs;
  }
};

// The header by which the program knows the clock of the services is not made by Date.
const {writeHead} = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...given) {
  this.setHeader('Date', new Clock(stillMs).toUTCString());
  return writeHead.apply(this, given);
};

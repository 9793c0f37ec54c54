// Loaded before the program to fix the clock, so that unchanged screens give unchanged pictures.
// Timers still run. The sandbox thread loads it too, and generates its site for this time.
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

// `Date` does not create the header from which the program determines the services' clock.
const {writeHead} = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...given) {
  this.setHeader('Date', new Clock(stillMs).toUTCString());
  return writeHead.apply(this, given);
};

// Whether the server answers. A browser may call itself online with a server that cannot be
// reached, and some do so for a page that they opened without a connection.
let answers = true;
let asking: ReturnType<typeof setInterval> | undefined;

// Whoever waits for a connection hears of it in the browser's own way.
const heard = (answered: boolean): void => {
  if (answered === answers) return;
  answers = answered;
  if (answered) clearInterval(asking);
  else asking = setInterval(askServer, 3_000);
  window.dispatchEvent(new Event(answered ? "online" : "offline"));
};

/**
 * Asks the server for a sign of life, when a request found no answer. While there is none it is
 * asked every three seconds; the window's `offline` and `online` events tell.
 */
export const askServer = (): void =>
  void fetch("/readyz", { cache: "no-store" }).then(
    () => heard(true),
    () => heard(false),
  );

/** Whether the server answered when it was asked last. */
export const serverAnswers = (): boolean => answers;

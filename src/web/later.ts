const signs = ["scroll", "click", "touchstart"] as const;
const afterMs = 5_000;

/**
 * Runs once after the first scroll, click or touch, or after 5 seconds (SPEC 7): what no visitor
 * waits for.
 */
export const whenTouched = (work: () => void): void => {
  let done = false;
  const run = () => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    for (const sign of signs) window.removeEventListener(sign, run, true);
    work();
  };
  const timer = setTimeout(run, afterMs);
  for (const sign of signs) window.addEventListener(sign, run, { capture: true, passive: true });
};

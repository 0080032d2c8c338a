/** Work that was let go, and lives on: another run has taken its place, and it stops at its next step. */
export class LetGo extends Error {}

/** So long work may say nothing of itself before it is taken up again. */
export const mostQuietMs = 60 * 60 * 1000;

/**
 * Does work that may take as long as it needs, as long as it says that it goes on (`beat`). Silent for
 * `quietMs` it is let go: this fails, so that the queue brings it again, and the next `beat` of the old
 * run throws `LetGo`.
 */
export const whileItTells = <T>(
  quietMs: number,
  work: (beat: () => void) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    let gone = false;
    const letGo = () => {
      gone = true;
      reject(new LetGo(`the work said nothing for ${quietMs / 1000} s`));
    };
    let timer = setTimeout(letGo, quietMs);
    const beat = () => {
      if (gone) throw new LetGo("another run has taken this one's place");
      clearTimeout(timer);
      timer = setTimeout(letGo, quietMs);
    };
    work(beat)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });

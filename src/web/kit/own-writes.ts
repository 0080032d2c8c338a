// What this window itself wrote: a button pressed before the page was read anew goes by the version that the
// window's own change made, for nobody else changed the record in between.
const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const recordOf = (path: string): string | undefined => path.match(id)?.at(-1);

/**
 * Sends changes of one record one after the other. `send` gets the version to be named: the one that is
 * shown, or the one that this window's own change made of it. Of others' changes it knows nothing.
 */
export const ownWrites = () => {
  const made = new Map<string, { from: number; to: number }>();
  const underway = new Map<string, Promise<unknown>>();
  const sendOne = async <T>(
    of: string,
    version: number,
    send: (version: number) => Promise<T>,
  ): Promise<T> => {
    const own = made.get(of);
    const answer = await send(own?.from === version ? own.to : version);
    const written = answer as { id?: string; version?: number } | null;
    if (written?.id === of && written.version !== undefined)
      made.set(of, { from: version, to: written.version });
    return answer;
  };
  return async <T>(
    path: string,
    version: number | undefined,
    send: (version: number | undefined) => Promise<T>,
  ): Promise<T> => {
    const of = recordOf(path);
    if (of === undefined || version === undefined) return send(version);
    const before = underway.get(of) ?? Promise.resolve();
    const mine = before.then(() => sendOne(of, version, send));
    const settled = mine.catch(() => null);
    underway.set(of, settled);
    return mine;
  };
};

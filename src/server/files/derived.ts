import type { Place } from "./place.ts";

const making = new Map<string, Promise<Buffer>>();

/**
 * What was made of a file, under `derived/`, made where it is not there; whoever asks meanwhile gets
 * the same. It can be made anew at any time.
 */
export const keptOrMade = async (
  place: Place,
  name: string,
  make: () => Promise<Uint8Array>,
): Promise<Buffer> => {
  const key = `derived/${name.slice(0, 2)}/${name}`;
  const kept = await place.read(key);
  if (kept) return kept;
  const store = async () => {
    const bytes = Buffer.from(await make());
    await place.write(key, bytes);
    return bytes;
  };
  const one = `${place.name}/${key}`;
  const running = making.get(one) ?? store().finally(() => making.delete(one));
  making.set(one, running);
  return running;
};

type Listener = (deviceId: string) => void;

const listeners = new Set<Listener>();

/** Hears of this instance's revoked keys; gives the function that stops it. */
export const whenRevoked = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Tells whoever holds connections of a device that a key of it opens nothing any more. */
export const tellRevoked = (deviceId: string): void => {
  for (const listener of listeners) listener(deviceId);
};

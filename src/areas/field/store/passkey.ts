// The store opened by a passkey, where the browser's WebAuthn has the PRF extension.
import { fromBase64, toBase64 } from "#kernel/base64.ts";
import { startSending } from "./going.ts";
import { openWithKey } from "./open.ts";
import { onStore } from "./rows.ts";
import { sealBytes, unsealBytes } from "./seal.ts";
import { fieldDb, fieldNow, readField, tookOpen } from "./state.ts";

const place = (device: string) => `passkey:${device}`;

/** Whether this browser may have passkeys that give a key. */
export const mayHavePasskey = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && navigator.credentials !== undefined;

const wrappingKey = async (secret: BufferSource): Promise<CryptoKey> => {
  const base = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  return crypto.subtle.deriveKey(
    {
      name: "HKDF",
      hash: "SHA-256",
      salt: new Uint8Array(32),
      info: new TextEncoder().encode("levee field store"),
    },
    base,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
};

type Secret = { credential: string; key: CryptoKey };

/** Asks for a passkey of this site; null where it gives no key. */
const askPasskey = async (
  salt: Uint8Array<ArrayBuffer>,
  credential?: string,
): Promise<Secret | null> => {
  const found = (await navigator.credentials.get({
    publicKey: {
      // Nobody checks this answer: what opens the store is the secret that comes with it.
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      userVerification: "required",
      ...(credential && {
        allowCredentials: [
          { type: "public-key" as const, id: Uint8Array.from(fromBase64(credential)) },
        ],
      }),
      extensions: { prf: { eval: { first: salt } } },
    },
  })) as PublicKeyCredential | null;
  const secret = found?.getClientExtensionResults().prf?.results?.first;
  if (!found || !secret) return null;
  return {
    credential: toBase64(new Uint8Array(found.rawId)),
    key: await wrappingKey(secret as BufferSource),
  };
};

/** Lets a passkey open the store besides the passphrase. `storeKey`: its 32 bytes. */
export const addPasskey = async (storeKey: Uint8Array<ArrayBuffer>): Promise<boolean> => {
  const { device } = fieldNow();
  if (!device) return false;
  const salt = crypto.getRandomValues(new Uint8Array(32));
  const secret = await askPasskey(salt);
  if (!secret) return false;
  const wrapped = await sealBytes(secret.key, place(device.device), storeKey);
  const passkey = { credential: secret.credential, salt, wrapped };
  await onStore(fieldDb(), () => fieldDb().device.update("device", { passkey }));
  await readField(true);
  return true;
};

/** Opens the store by its passkey; false where it did not. */
export const openWithPasskey = async (): Promise<boolean> => {
  const { device } = fieldNow();
  if (!device?.passkey) return false;
  const { salt, credential, wrapped } = device.passkey;
  const secret = await askPasskey(salt, credential);
  if (!secret) return false;
  const storeKey = await unsealBytes(secret.key, place(device.device), wrapped);
  const open = await openWithKey(fieldDb(), new Uint8Array(storeKey));
  if (!open) return false;
  await tookOpen(open);
  startSending();
  return true;
};

import { base64, unbase64 } from "#kernel/sealing/bytes.ts";
import { openShare, sealShare } from "#kernel/sealing/envelope.ts";
import { exportPrivate, type HpkeKeys, importPrivate, newHpkeKeys } from "#kernel/sealing/hpke.ts";
import { newOfficerKey, rewrapOfficerKey, unlockOfficerKey } from "#kernel/sealing/officer-key.ts";
import { api } from "#web/kit/api.ts";
import type { MyOfficerKeys, OfficerPlace, SealedShares } from "./opening.model.ts";

/**
 * A key that is open in this tab: unlocked with its passphrase, or read from an escrow file. It is
 * forgotten with the page.
 */
export type OpenKey = { id: string; keys: HpkeKeys };

type Mine = NonNullable<MyOfficerKeys["mine"]>;
const escrowFormat = "levee-escrow-key/1";

/** Unlocks the officer's own key. Throws Error when the passphrase is wrong. */
export const unlockOwn = async (mine: Mine, passphrase: string): Promise<OpenKey> => ({
  id: mine.id,
  keys: await unlockOfficerKey(
    { publicKey: mine.publicKey, wrapped: mine.wrapped! },
    passphrase,
  ).catch(() => {
    throw new Error("The passphrase does not open this key.");
  }),
});

/** Makes a key on this device and registers its public half; the passphrase stays here. */
export const registerOwn = async (passphrase: string): Promise<void> =>
  void (await api("/api/v1/officer-keys", {
    method: "POST",
    body: await newOfficerKey(passphrase),
  }));

/** The same key under another passphrase. */
export const changePassphrase = async (mine: Mine, before: string, next: string): Promise<void> => {
  const { wrapped } = await rewrapOfficerKey(
    { publicKey: mine.publicKey, wrapped: mine.wrapped! },
    before,
    next,
  ).catch(() => {
    throw new Error("The passphrase does not open this key.");
  });
  await api(`/api/v1/officer-keys/${mine.id}/actions/rewrap`, {
    method: "POST",
    body: { wrapped },
  });
};

/**
 * Makes an escrow key: registers its public half, answers the file with the private half, which
 * exists nowhere else. `day`: the agency's, for the file's name.
 */
export const makeEscrow = async (
  label: string,
  day: string,
): Promise<{ name: string; text: string }> => {
  const keys = await newHpkeKeys(true);
  const publicKey = base64(keys.publicKey);
  await api("/api/v1/officer-keys/escrow", { method: "POST", body: { publicKey, label } });
  return {
    name: `escrow-key-${day}.json`,
    text: JSON.stringify(
      {
        format: escrowFormat,
        label,
        publicKey,
        privateKey: base64(await exportPrivate(keys.privateKey)),
      },
      null,
      1,
    ),
  };
};

/**
 * Reads an escrow file and finds its place among the officers. Throws Error when it is none, or has
 * no place here.
 */
export const openEscrow = async (
  file: File,
  places: readonly Pick<OfficerPlace, "keyId" | "publicKey">[],
): Promise<OpenKey> => {
  try {
    const { format, publicKey, privateKey } = JSON.parse(await file.text()) as {
      format: string;
      publicKey: string;
      privateKey: string;
    };
    const place = places.find((each) => each.publicKey === publicKey);
    if (format !== escrowFormat || !place) throw new Error();
    return {
      id: place.keyId,
      keys: {
        publicKey: unbase64(publicKey),
        privateKey: await importPrivate(unbase64(privateKey)),
      },
    };
  } catch {
    throw new Error("This file is no escrow key of this solicitation.");
  }
};

const path = (solicitationId: string) => `/api/v1/solicitations/${solicitationId}`;

/** Opens the rehearsal's test share with a key and gives it. */
export const rehearseWith = async (
  solicitationId: string,
  { id, keys }: OpenKey,
): Promise<void> => {
  const {
    items: [sealed],
  } = await api<SealedShares>(`${path(solicitationId)}/rehearsal/shares`, { query: { keyId: id } });
  if (!sealed) throw new Error("This key has no place in the rehearsal.");
  const share = await openShare(sealed.binding, sealed, keys);
  await api(`${path(solicitationId)}/rehearsal/shares`, {
    method: "POST",
    body: { keyId: id, bytes: base64(share.bytes) },
  });
};

const atOnce = 500;

/**
 * Opens every sealed share under a key and gives them; one that does not open is given as missing.
 * Answers how many there were and how many were wrong.
 */
export const giveWith = async (
  solicitationId: string,
  { id, keys }: OpenKey,
  onDone: (done: number, all: number) => void,
): Promise<{ taken: number; wrong: number }> => {
  const { items } = await api<SealedShares>(`${path(solicitationId)}/opening/shares`, {
    query: { keyId: id },
  });
  let taken = 0;
  let wrong = 0;
  for (let at = 0; at < items.length; at += atOnce) {
    const shares = await Promise.all(
      items.slice(at, at + atOnce).map(async (item) => ({
        envelopeId: item.envelopeId,
        x: item.x,
        bytes: await openShare(item.binding, item, keys).then(
          (share) => base64(share.bytes),
          () => null,
        ),
      })),
    );
    const answer = await api<{ taken: number; wrong: number }>(
      `${path(solicitationId)}/opening/shares`,
      { method: "POST", body: { keyId: id, shares } },
    );
    taken += answer.taken;
    wrong += answer.wrong;
    onDone(at + shares.length, items.length);
  }
  return { taken, wrong };
};

/** Seals everything under a key anew to a successor's key and hands the place over. */
export const handOverTo = async (
  solicitationId: string,
  { id, keys }: OpenKey,
  place: Pick<OfficerPlace, "x">,
  successor: { id: string; publicKey: string },
): Promise<void> => {
  const { items } = await api<SealedShares>(`${path(solicitationId)}/handover`, {
    query: { keyId: id },
  });
  const shares = await Promise.all(
    items.map(async (item) => {
      const { enc, ct } = await sealShare(item.binding, await openShare(item.binding, item, keys), {
        x: place.x,
        keyId: successor.id,
        publicKey: successor.publicKey,
      });
      return { envelopeId: item.envelopeId, enc, ct };
    }),
  );
  await api(`${path(solicitationId)}/handover?keyId=${id}`, {
    method: "POST",
    body: { keyId: successor.id, shares },
  });
};

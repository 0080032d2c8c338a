import { FileKey2, KeyRound } from "lucide-react";
import { useId, useRef, useState, type FormEvent } from "react";
import { Link } from "react-router";
import { ApiProblem, messageOf } from "#web/kit/api.ts";
import { useGet } from "#web/kit/queries.ts";
import { openEscrow, type OpenKey, unlockOwn } from "./officer-session.ts";
import type { MyOfficerKeys, OfficerPlace } from "./opening.model.ts";

/** What to tell about an error of this device or of the server. */
export const said = (error: unknown): string =>
  error instanceof ApiProblem
    ? messageOf(error)
    : error instanceof Error
      ? error.message
      : "That did not work.";

type Places = readonly Pick<OfficerPlace, "keyId" | "publicKey" | "escrow">[];

/**
 * Asks for the passphrase of the own key (or for an escrow file) and does something with the open
 * key. The key is forgotten afterwards.
 */
export function Unlock({
  places,
  label,
  onKey,
}: {
  places: Places;
  label: string;
  onKey: (key: OpenKey) => Promise<void>;
}) {
  const keys = useGet<MyOfficerKeys>("officer-keys", "/api/v1/officer-keys");
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const mine = keys.data?.mine;
  const mayUse = mine && places.some((each) => each.keyId === mine.id);
  const escrow = places.some((each) => each.escrow);
  const run = async (key: () => Promise<OpenKey>) => {
    setBusy(true);
    setError(null);
    try {
      await onKey(await key());
      if (field.current) field.current.value = "";
    } catch (problem) {
      setError(said(problem));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mine) void run(() => unlockOwn(mine, field.current?.value ?? ""));
  };
  return (
    <div className="grid gap-3">
      {mayUse && (
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <div className="field min-w-[220px] flex-1">
            <label htmlFor={id}>Passphrase of your key</label>
            <input
              ref={field}
              id={id}
              type="password"
              autoComplete="off"
              required
              className="field-control"
              aria-describedby={`${id}-hint`}
            />
          </div>
          <button type="submit" className="btn btn-primary" disabled={busy}>
            <KeyRound aria-hidden="true" />
            {busy ? "Opening …" : label}
          </button>
          <p id={`${id}-hint`} className="w-full text-13 text-t3">
            It stays on this device. Unlocking takes a second or two.
          </p>
        </form>
      )}
      {keys.data && !mine && (
        <p className="text-t2">
          You have no key yet.{" "}
          <Link className="text-link" to="/opening-keys">
            Make one
          </Link>
          .
        </p>
      )}
      {escrow && (
        <label className="btn w-fit">
          <FileKey2 aria-hidden="true" />
          Use the escrow file
          <input
            type="file"
            accept="application/json,.json"
            className="visually-hidden"
            disabled={busy}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = "";
              if (file) void run(() => openEscrow(file, places));
            }}
          />
        </label>
      )}
      {error && (
        <p className="text-danger" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

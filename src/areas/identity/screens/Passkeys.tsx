import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { PasskeyRow } from "../identity.model.ts";
import { useProof } from "./useProof.tsx";

const key = ["passkeys"];

/** A name that tells this device from others. */
const deviceName = (): string => {
  const system =
    /Windows|Mac OS X|Android|iPhone|iPad|Linux/.exec(navigator.userAgent)?.[0] ?? "This device";
  return system === "Mac OS X" ? "Mac" : system;
};

function Remove({
  passkey,
  proved,
  onClose,
}: {
  passkey: PasskeyRow;
  proved: <T>(change: () => Promise<T>) => Promise<T>;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const remove = async () => {
    try {
      await proved(() => api(`/auth/v1/passkeys/${passkey.id}`, { method: "DELETE" }));
      await client.invalidateQueries({ queryKey: key });
      notify.done("Passkey removed", passkey.name);
    } catch (error) {
      notify.failed("Nothing was removed", error);
    }
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Remove ${passkey.name}?`}
      description="It can no longer sign in. Remove it from the device's own list as well."
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="btn btn-danger" onClick={() => void remove()}>
            Remove passkey
          </button>
        </>
      }
    />
  );
}

/** Passkeys of the person: add one on this device, remove one. */
export function Passkeys() {
  const client = useQueryClient();
  const { timeZone } = useAgency();
  const list = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api<{ items: PasskeyRow[] }>("/auth/v1/passkeys", { signal }),
  });
  const [name, setName] = useState(deviceName);
  const [removing, setRemoving] = useState<PasskeyRow | null>(null);
  const { proved, question } = useProof();
  const add = async () => {
    try {
      const { startRegistration } = await import("@simplewebauthn/browser");
      const answer = await startRegistration({
        optionsJSON: await proved(() => api("/auth/v1/passkeys/options", { method: "POST" })),
      });
      await api("/auth/v1/passkeys", {
        method: "POST",
        body: { name: name.trim() || deviceName(), answer },
      });
      await client.invalidateQueries({ queryKey: key });
      notify.done("Passkey added", "Next time, choose Sign in with a passkey.");
    } catch (error) {
      if (error instanceof Error && ["NotAllowedError", "NotProved"].includes(error.name))
        notify.info("No passkey was made");
      else
        notify.failed(
          "No passkey was added",
          error instanceof Error && error.name === "InvalidStateError"
            ? "This device has a passkey for this account already."
            : error,
        );
    }
  };
  if (typeof window !== "undefined" && !("PublicKeyCredential" in window)) return null;
  return (
    <Panel title="Passkeys">
      <p className="max-w-[60ch] text-t2">
        Sign in with your fingerprint, face or device PIN. A passkey counts as two steps and cannot
        be phished.
      </p>
      {list.error ? (
        <ErrorPanel error={list.error} what="Your passkeys" onRetry={() => void list.refetch()} />
      ) : (
        <ul className="mt-3 grid border-t border-hair">
          {list.data?.items.map((passkey) => (
            <li
              key={passkey.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hair py-3"
            >
              <KeyRound className="text-t3" aria-hidden="true" />
              <b className="font-medium">{passkey.name}</b>
              <span className="text-13 text-t3">
                Added {formatInstant(passkey.createdAt, timeZone)}
                {passkey.lastUsedAt
                  ? `, last used ${formatInstant(passkey.lastUsedAt, timeZone)}`
                  : ", never used"}
              </span>
              <button
                type="button"
                className="btn btn-small ml-auto"
                onClick={() => setRemoving(passkey)}
              >
                Remove<span className="visually-hidden"> {passkey.name}</span>
              </button>
            </li>
          ))}
          {list.data?.items.length === 0 && (
            <li className="border-b border-hair py-3 text-t3">None yet</li>
          )}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <label className="field w-64">
          <span className="label">Name of the new passkey</span>
          <input
            className="field-control"
            value={name}
            maxLength={80}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <button type="button" className="btn" onClick={() => void add()}>
          Add a passkey
        </button>
      </div>
      {removing && <Remove passkey={removing} proved={proved} onClose={() => setRemoving(null)} />}
      {question}
    </Panel>
  );
}

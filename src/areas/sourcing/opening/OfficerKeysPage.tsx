import { FileKey2, KeyRound } from "lucide-react";
import { useState, type FormEvent, type ReactNode } from "react";
import { dateIn, formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useDays } from "#web/kit/days.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { saveFile } from "#web/kit/bytes.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { changePassphrase, makeEscrow, registerOwn } from "./officer-session.ts";
import type { MyOfficerKeys } from "./opening.model.ts";
import { said } from "./Unlock.tsx";

const least = 12;

/** A small form whose values never leave this page but through `onValues`. */
function SecretForm({
  label,
  busyLabel,
  children,
  onValues,
}: {
  label: string;
  busyLabel: string;
  children: ReactNode;
  onValues: (values: Record<string, string>) => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = Object.fromEntries(
      Array.from(new FormData(form), ([name, value]) => [name, String(value)]),
    );
    setBusy(true);
    setError(null);
    try {
      await onValues(values);
      form.reset();
    } catch (problem) {
      setError(said(problem));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="grid max-w-xl gap-4" onSubmit={(event) => void submit(event)}>
      {children}
      {error && (
        <p className="text-danger" role="alert">
          {error}
        </p>
      )}
      <div>
        <button type="submit" className="btn btn-primary" disabled={busy}>
          {busy ? busyLabel : label}
        </button>
      </div>
    </form>
  );
}

function Secret({ name, label, hint }: { name: string; label: string; hint?: string }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <input
        id={name}
        name={name}
        type="password"
        required
        minLength={name === "before" ? 1 : least}
        autoComplete="off"
        className="field-control"
        aria-describedby={hint ? `${name}-hint` : undefined}
      />
    </div>
  );
}

const twice = ({ next, again }: Record<string, string>): string => {
  if (!next || next.length < least)
    throw new Error(`Choose a passphrase of at least ${least} characters.`);
  if (next !== again) throw new Error("The two entries differ.");
  return next;
};

function NoKey({ onDone }: { onDone: () => void }) {
  return (
    <Panel title="Make your key">
      <p className="mb-4 max-w-2xl text-t2">
        Your browser makes a pair of keys. Vendors' browsers seal a part of every bid key to the
        public half. The private half is stored only encrypted under a passphrase that you choose
        now. Nobody can recover the passphrase: without it, the other officers must open.
      </p>
      <SecretForm
        label="Make the key"
        busyLabel="Making the key …"
        onValues={async (values) => {
          await registerOwn(twice(values));
          notify.done("Your key is registered");
          onDone();
        }}
      >
        <Secret name="next" label="Passphrase" hint="Several words; 12 characters at least" />
        <Secret name="again" label="Passphrase again" />
      </SecretForm>
    </Panel>
  );
}

function OwnKey({
  mine,
  onDone,
}: {
  mine: NonNullable<MyOfficerKeys["mine"]>;
  onDone: () => void;
}) {
  const { dayIn } = useDays();
  const retire = async () => {
    try {
      await api(`/api/v1/officer-keys/${mine.id}/actions/retire`, { method: "POST" });
      onDone();
    } catch (error) {
      notify.failed("Not retired", error);
    }
  };
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <KeyRound aria-hidden="true" className="size-4" />
          Your key
        </span>
      }
      aside={`since ${formatDate(dayIn(mine.createdAt))}`}
    >
      <p className="text-13 text-t3">Fingerprint, as you read it to vendors and colleagues</p>
      <p className="mono mt-1 mb-4 break-words">{mine.fingerprint}</p>
      <details className="mb-3">
        <summary className="cursor-pointer font-medium">Change the passphrase</summary>
        <div className="mt-3">
          <SecretForm
            label="Change it"
            busyLabel="Wrapping the key …"
            onValues={async (values) => {
              await changePassphrase(mine, values["before"] ?? "", twice(values));
              notify.done("Passphrase changed");
            }}
          >
            <Secret name="before" label="Passphrase now" />
            <Secret name="next" label="New passphrase" hint="12 characters at least" />
            <Secret name="again" label="New passphrase again" />
          </SecretForm>
        </div>
      </details>
      <button
        type="button"
        className="btn"
        disabled={mine.solicitations > 0}
        onClick={() => void retire()}
      >
        Retire the key
      </button>
      {mine.solicitations > 0 && (
        <p className="mt-2 text-13 text-t3">
          {counted(mine.solicitations, "solicitation waits", "solicitations wait")} for this key.
          Hand your places over on the opening pages first.
        </p>
      )}
    </Panel>
  );
}

function Escrow({ onDone }: { onDone: () => void }) {
  const { timeZone } = useAgency();
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <FileKey2 aria-hidden="true" className="size-4" />
          Escrow key
        </span>
      }
    >
      <p className="mb-4 max-w-2xl text-t2">
        A further key that lies in a file, for the day on which officers cannot come. Keep the file
        offline, in a safe. It can stand in for one officer, never for two.
      </p>
      <SecretForm
        label="Make it and save the file"
        busyLabel="Making the key …"
        onValues={async ({ label = "" }) => {
          const file = await makeEscrow(label, dateIn(new Date().toISOString(), timeZone));
          saveFile(file.name, file.text, "application/json");
          notify.done("Escrow key registered", "The file on this device is the only copy.");
          onDone();
        }}
      >
        <div className="field">
          <label htmlFor="label">Where the file is kept</label>
          <input
            id="label"
            name="label"
            required
            minLength={3}
            maxLength={120}
            className="field-control"
          />
        </div>
      </SecretForm>
    </Panel>
  );
}

/** /opening-keys: the officer's own key, an escrow key, and everybody's public halves. */
export default function OfficerKeysPage() {
  const { dayIn } = useDays();
  const keys = useGet<MyOfficerKeys>("officer-keys", "/api/v1/officer-keys");
  const again = () => void keys.refetch();
  if (keys.isPending) return <RecordSkeleton />;
  if (!keys.data) return <ErrorPanel error={keys.error} what="The keys" onRetry={again} />;
  const { mine, items } = keys.data;
  return (
    <div className="grid min-w-0 gap-4">
      <div>
        <h1>Keys that open bids</h1>
        <p className="mt-1 max-w-3xl text-t2">
          Any two of a solicitation's officers open its bids, after the deadline. One alone cannot,
          nor can whoever runs the server.
        </p>
      </div>
      {mine ? <OwnKey mine={mine} onDone={again} /> : <NoKey onDone={again} />}
      <Panel title="All keys of the agency" flush>
        {items.length === 0 ? (
          <p className="p-4 text-t2">Nobody has a key yet.</p>
        ) : (
          <ul>
            {items.map((key) => (
              <li key={key.id} className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
                <span className="flex flex-wrap items-center gap-x-3">
                  <span className="font-medium">{key.escrow ? key.label : key.name}</span>
                  <span className="text-13 text-t3">
                    {key.escrow ? `escrow, made by ${key.name}` : "officer"}
                    {key.retiredAt && ` · retired ${formatDate(dayIn(key.retiredAt))}`}
                    {key.solicitations > 0 && ` · ${key.solicitations} waiting`}
                  </span>
                </span>
                <span className="mono text-12 break-words text-t3">{key.fingerprint}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Escrow onDone={again} />
    </div>
  );
}

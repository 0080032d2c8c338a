import { useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { QrCode } from "#web/kit/QrCode.tsx";
import { api } from "#web/kit/api.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { invalidateNoun, useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { refreshMe } from "./useChangeMe.ts";
import { NotProved, useProof } from "./useProof.tsx";

type State = { totp: boolean; confirmed_at: string | null; backup_codes_left: number };
type Enrolment = { secret: string; uri: string };

const codeGrid = [
  "mono grid grid-cols-2 gap-x-8 gap-y-1 rounded-[4px] border border-hair p-4 text-16",
  "sm:grid-cols-[auto_auto] sm:justify-start",
].join(" ");

function BackupCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const copy = () =>
    void navigator.clipboard.writeText(codes.join("\n")).then(
      () => notify.done("Copied!", "Backup codes copied to clipboard"),
      () => notify.failed("Not copied", "Select the codes and copy them by hand."),
    );
  return (
    <div className="grid gap-4">
      <p>
        <b className="font-medium">Keep these backup codes.</b> Each lets you in once when your
        phone is not at hand. They are shown only now.
      </p>
      <ul className={codeGrid}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex gap-2">
        <button type="button" className="btn" onClick={copy}>
          <Copy aria-hidden="true" />
          Copy
        </button>
        <button type="button" className="btn btn-primary" onClick={onKept}>
          I have kept them
        </button>
      </div>
    </div>
  );
}

function Enrol({
  enrolment,
  onCodes,
  onCancel,
}: {
  enrolment: Enrolment;
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}) {
  const confirm = async ({ code }: { code: string }) =>
    onCodes(
      (
        await api<{ backup_codes: string[] }>("/auth/v1/factors/verify", {
          method: "POST",
          body: { code },
        })
      ).backup_codes,
    );
  return (
    <div className="grid gap-6 sm:grid-cols-[auto_1fr]">
      <QrCode text={enrolment.uri} label="QR code for your authenticator app" />
      <div className="grid content-start gap-4">
        <p>Scan the code with an authenticator app, then type the six digits that it shows.</p>
        <p className="text-13 text-t3">
          No camera? Type this key:{" "}
          <span className="mono break-all text-t2">
            {enrolment.secret.match(/.{1,4}/g)?.join(" ")}
          </span>
        </p>
        <Form<{ code: string }>
          formKey={null}
          defaultValues={{ code: "" }}
          submitLabel="Turn on"
          onCancel={onCancel}
          onSubmit={confirm}
        >
          <TextField name="code" label="Code" autoComplete="one-time-code" required />
        </Form>
      </div>
    </div>
  );
}

function Off({ onEnrol }: { onEnrol: () => void }) {
  return (
    <>
      <p className="max-w-[60ch] text-t2">
        Besides the password you then type a code from your phone. A stolen password alone opens
        nothing.
      </p>
      <div className="mt-4">
        <button type="button" className="btn btn-primary" onClick={onEnrol}>
          Set up an authenticator app
        </button>
      </div>
    </>
  );
}

function On({
  state,
  fresh,
  onCodes,
  onChanged,
}: {
  state: State;
  /** It was turned on just now: what it was turned on for can go on. */
  fresh: boolean;
  onCodes: (codes: string[]) => void;
  onChanged: () => void;
}) {
  const [asking, setAsking] = useState<"renew" | "remove" | null>(null);
  const send = async ({ code }: { code: string }) => {
    if (asking === "renew")
      onCodes(
        (
          await api<{ backup_codes: string[] }>("/auth/v1/factors/backup-codes", {
            method: "POST",
            body: { code },
          })
        ).backup_codes,
      );
    else {
      await api("/auth/v1/factors/remove", { method: "POST", body: { code } });
      notify.done("Two-step sign-in is off");
      onChanged();
    }
    setAsking(null);
  };
  return (
    <div className="grid gap-4">
      <p className="text-t2">
        You type a code from your authenticator app when you sign in. {state.backup_codes_left} of
        10 backup codes are left.
      </p>
      {asking ? (
        <Form<{ code: string }>
          key={asking}
          formKey={null}
          defaultValues={{ code: "" }}
          submitLabel={asking === "renew" ? "Make new backup codes" : "Turn off"}
          onCancel={() => setAsking(null)}
          onSubmit={send}
        >
          <TextField
            name="code"
            label="Code"
            hint="From your app, or a backup code."
            autoComplete="one-time-code"
            required
          />
        </Form>
      ) : (
        <div className="flex flex-wrap gap-2">
          {fresh && (
            <Link className="btn btn-primary" to={pathTo("dashboard")}>
              Go to the dashboard
            </Link>
          )}
          <button type="button" className="btn" onClick={() => setAsking("renew")}>
            New backup codes
          </button>
          <button type="button" className="btn" onClick={() => setAsking("remove")}>
            Turn off
          </button>
        </div>
      )}
    </div>
  );
}

/** Two-step sign-in: set up with a QR code, confirm, backup codes, turn off. */
export function SecondFactor() {
  const client = useQueryClient();
  const state = useGet<State>("second-factor", "/auth/v1/factors");
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [fresh, setFresh] = useState(false);
  const changed = () => {
    setEnrolment(null);
    void Promise.all([invalidateNoun(client, "second-factor"), refreshMe(client)]);
  };
  const { proved, question } = useProof();
  const begin = () =>
    void proved(() => api<Enrolment>("/auth/v1/factors", { method: "POST" })).then(
      setEnrolment,
      (error: unknown) =>
        error instanceof NotProved
          ? notify.info(error.message)
          : notify.failed("Could not start", error),
    );
  const withCodes = (fresh: string[]) => {
    setCodes(fresh);
    changed();
  };
  return (
    <Panel
      title="Two-step sign-in"
      aside={
        state.data && (
          <Badge
            tone={state.data.totp ? "success" : "neutral"}
            label={state.data.totp ? "On" : "Off"}
          />
        )
      }
    >
      {state.isError && (
        <ErrorPanel
          error={state.error}
          what="Two-step sign-in"
          onRetry={() => void state.refetch()}
        />
      )}
      {state.isPending && <div className="skeleton h-16" role="status" aria-label="Loading" />}
      {codes ? (
        <BackupCodes codes={codes} onKept={() => setCodes(null)} />
      ) : enrolment ? (
        <Enrol
          enrolment={enrolment}
          onCodes={(made) => {
            setFresh(true);
            withCodes(made);
          }}
          onCancel={() => setEnrolment(null)}
        />
      ) : state.data?.totp ? (
        <On state={state.data} fresh={fresh} onCodes={withCodes} onChanged={changed} />
      ) : (
        state.data && <Off onEnrol={begin} />
      )}
      {question}
    </Panel>
  );
}

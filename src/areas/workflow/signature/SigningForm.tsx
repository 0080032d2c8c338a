import { useState } from "react";
import { messageOf } from "#web/kit/api.ts";
import { SignaturePad } from "#web/kit/form/SignaturePad.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { consents, type Mark } from "./signature.labels.ts";

/** What is sent beside the hash of what was shown. */
export type Signing = { name: string; mark: Mark; form: true; intent: true };

type State = {
  name: string;
  way: "typed" | "drawn";
  strokes: readonly (readonly number[])[];
  form: boolean;
  intent: boolean;
};

const lackOf = (s: State): string | null =>
  s.name.trim().length < 2
    ? "Enter your name."
    : s.way === "drawn" && s.strokes.length === 0
      ? "Draw your signature, or type it."
      : !s.form || !s.intent
        ? "Tick both, or decline."
        : null;

function Ways({ state, set }: { state: State; set: (patch: Partial<State>) => void }) {
  return (
    <fieldset className="field">
      <legend>Your signature</legend>
      <div className="flex gap-4">
        {(["typed", "drawn"] as const).map((way) => (
          <label key={way} className="check">
            <input
              type="radio"
              name="way"
              checked={state.way === way}
              onChange={() => set({ way })}
            />
            {way === "typed" ? "Type" : "Draw"}
          </label>
        ))}
      </div>
      {state.way === "typed" ? (
        <p className="serif border-b border-t3 py-2 text-28 break-words" aria-live="polite">
          {state.name || "Your name"}
        </p>
      ) : (
        <SignaturePad strokes={state.strokes} onChange={(strokes) => set({ strokes })} />
      )}
    </fieldset>
  );
}

function Ticks({ state, set }: { state: State; set: (patch: Partial<State>) => void }) {
  return consents.map(({ key, text, citation }) => (
    <label key={key} className="check items-start">
      <input
        type="checkbox"
        checked={state[key]}
        onChange={(event) => set({ [key]: event.target.checked })}
      />
      <span>
        {text} <small className="block text-t3">{citation}</small>
      </span>
    </label>
  ));
}

/** Name, way to sign, two ticks, and the way out. */
export function SigningForm({
  name,
  fixed,
  onSign,
  onDecline,
}: {
  name: string;
  /** The name is an account's own. */
  fixed: boolean;
  /** False: nothing was signed. */
  onSign: (signing: Signing) => Promise<void | false>;
  onDecline: (reason: string) => Promise<void>;
}) {
  const [state, setState] = useState<State>({
    name,
    way: "typed",
    strokes: [],
    form: false,
    intent: false,
  });
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [declining, setDeclining] = useState(false);
  // Once somebody has signed or declined there is nothing left to press, also until it is read anew.
  const [over, setOver] = useState<string | null>(null);
  const set = (patch: Partial<State>) => setState((old) => ({ ...old, ...patch }));
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setSaid(null);
    await work().catch((error: unknown) => setSaid(messageOf(error)));
    setBusy(false);
  };
  const press = () => {
    const lack = lackOf(state);
    if (lack) return setSaid(lack);
    const typed = state.name.trim();
    const mark: Mark =
      state.way === "typed"
        ? { kind: "typed", text: typed }
        : { kind: "drawn", strokes: state.strokes };
    void run(async () => {
      if ((await onSign({ name: typed, mark, form: true, intent: true })) !== false)
        setOver("You have signed.");
    });
  };
  if (over)
    return (
      <section className="panel h-fit p-4" aria-label="Sign">
        <p role="status">{over}</p>
      </section>
    );
  return (
    <section className="panel grid h-fit gap-4 p-4" aria-label="Sign">
      <label className="field">
        <span className="label">Your name</span>
        <input
          className="field-control"
          maxLength={200}
          autoComplete="name"
          readOnly={fixed}
          value={state.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </label>
      <Ways state={state} set={set} />
      <Ticks state={state} set={set} />
      {said && (
        <p className="notice tone-danger" role="alert">
          {said}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-primary" disabled={busy} onClick={press}>
          {busy ? "Signing…" : "Sign"}
        </button>
        <button type="button" className="btn" disabled={busy} onClick={() => setDeclining(true)}>
          Decline
        </button>
      </div>
      {declining && (
        <TextDialog
          title="Decline to sign?"
          label="Why"
          hint="The request ends for everybody, and whoever asked reads your reason."
          confirm="Decline"
          onClose={() => setDeclining(false)}
          onConfirm={(reason) => {
            setDeclining(false);
            void run(async () => {
              await onDecline(reason);
              setOver("You have declined.");
            });
          }}
        />
      )}
    </section>
  );
}

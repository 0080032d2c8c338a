import { useEffect, useState } from "react";
import { useParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import type { Strokes } from "#kernel/mark.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { api, messageOf } from "#web/kit/api.ts";
import { QuantityField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { SignaturePad } from "#web/kit/form/SignaturePad.tsx";
import { RecordSkeleton } from "#web/kit/states.tsx";
import { Brand } from "#web/shell/Brand.tsx";
import type { ProofInput, ProofView } from "../proof/proof.model.ts";
import { positionNow, shrunk } from "./photo.ts";
import { useSending, type Sending } from "./useSending.ts";

type Values = { driver: string; note: string; counts: { lineId: string; quantity: string }[] };

function Photo({ taken, onTaken }: { taken: boolean; onTaken: (photo: string | null) => void }) {
  const [said, setSaid] = useState(taken ? "The photo goes with it." : "");
  const take = (file: File | undefined) => {
    if (!file) return;
    shrunk(file).then(
      (photo) => {
        onTaken(photo);
        setSaid("The photo goes with it.");
      },
      () => {
        onTaken(null);
        setSaid("This picture cannot be read. Take another one.");
      },
    );
  };
  return (
    <label className="field">
      <span className="label">Photo of the goods where they stand</span>
      <input
        type="file"
        accept="image/*"
        capture="environment"
        className="field-control"
        onChange={(event) => take(event.target.files?.[0])}
      />
      <span className="hint" role="status">
        {said}
      </span>
    </label>
  );
}

/** `back`: what was entered before and is given back, because it was refused. */
function Desk({
  of,
  back,
  handIn,
}: {
  of: ProofView;
  back: ProofInput | null;
  handIn: (proof: ProofInput) => Promise<void>;
}) {
  // One key for this delivery, however often it is sent.
  const [key] = useState(() => back?.key ?? crypto.randomUUID());
  const [photo, setPhoto] = useState<string | null>(back?.photo ?? null);
  const [mark, setMark] = useState<Strokes>(back?.mark ?? []);
  const submit = async ({ driver, note, counts }: Values) => {
    const at = new Date().toISOString() as ProofInput["at"];
    const position = await positionNow();
    await handIn({
      key,
      at,
      position,
      driver,
      note,
      mark: mark.map((stroke) => [...stroke]),
      counts: counts.filter(({ quantity }) => quantity !== ""),
      photo,
    });
  };
  return (
    <Form<Values>
      formKey={null}
      defaultValues={{
        driver: back?.driver ?? "",
        note: back?.note ?? "",
        counts: of.lines.map(({ lineId }) => ({
          lineId,
          quantity: back?.counts.find((one) => one.lineId === lineId)?.quantity ?? "",
        })),
      }}
      submitLabel="Hand over"
      onSubmit={submit}
    >
      <TextField name="driver" label="Your name" required maxLength={120} />
      {of.lines.map((line, at) => (
        <QuantityField
          key={line.lineId}
          name={`counts.${at}.quantity`}
          label={`${line.description}: how many you hand over`}
          hint={`${shownDecimal(line.announced)} ${line.unit} ${of.transfer ? "were sent" : "are announced"}.`}
          unit={line.unit}
        />
      ))}
      <Photo taken={photo !== null} onTaken={setPhoto} />
      <fieldset className="field">
        <legend className="label">Signature of whoever takes it</legend>
        <SignaturePad strokes={mark} onChange={setMark} />
      </fieldset>
      <TextArea name="note" label="Anything to say" rows={2} maxLength={1000} />
      <p className="hint">
        When you press <strong>Hand over</strong> your phone is asked for its place, once: it shows
        that the goods came to the right one. At no other time is your place taken.
      </p>
    </Form>
  );
}

const words = (sending: Sending): string | null => {
  if (sending.at === "arrived")
    return `Thank you. ${sending.number} is handed over; you can close this page.`;
  if (sending.at === "waiting")
    return sending.kept
      ? "There is no connection. It waits on your phone and is sent when the line is back; leave this page open, or open it again later."
      : "There is no connection, and this phone keeps nothing. Leave this page open: it is sent when the line is back.";
  return null;
};

function Body({ token }: { token: string }) {
  const [of, setOf] = useState<ProofView | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const { sending, handIn } = useSending(token);
  useEffect(() => {
    api<ProofView>("/api/v1/delivery-proofs/look", { method: "POST", body: { token } }).then(
      setOf,
      (error: unknown) => setFailed(messageOf(error)),
    );
  }, [token]);
  const said = words(sending);
  if (said)
    return (
      <>
        <h1>Delivery</h1>
        <p className={sending.at === "arrived" ? "notice tone-success" : "notice"} role="status">
          {said}
        </p>
      </>
    );
  if (failed)
    return (
      <>
        <h1>Delivery</h1>
        <p className="notice" role="status">
          {failed}
        </p>
      </>
    );
  if (!of) return <RecordSkeleton />;
  const refused = sending.at === "refused" ? sending : null;
  return (
    <>
      <h1>{of.closed ? of.number : of.title}</h1>
      <p className="text-t2">
        {of.number}, {of.from} to {of.agency}.
        {of.expectedOn && ` Expected on ${formatDate(of.expectedOn)}.`}
        {of.place && ` Hand it over at ${of.place}.`}
      </p>
      {refused && (
        <p className="notice tone-danger" role="alert">
          {refused.why} What you entered stands below; nothing of it is lost.
        </p>
      )}
      {of.closed && !refused ? (
        <p className={of.given ? "notice tone-success" : "notice"} role="status">
          {of.closed}
        </p>
      ) : (
        <Desk key={refused?.proof.key} of={of} back={refused?.proof ?? null} handIn={handIn} />
      )}
    </>
  );
}

/** /delivery/:token: a driver without an account hands over the one delivery of their link. */
export default function DeliveryPage() {
  const { token = "" } = useParams();
  return (
    <div className="mx-auto grid min-h-dvh max-w-xl content-start gap-5 p-6 max-md:p-4">
      <header className="-ml-4">
        <Brand href="/" />
      </header>
      <main id="main" className="grid gap-5">
        <Body token={token} />
      </main>
    </div>
  );
}

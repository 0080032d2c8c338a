import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { messageOf, readBytes, saveFile } from "#web/kit/api.ts";
import { TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import { overheadRules, serviceKinds } from "../agreement/agreement.labels.ts";
import type { ClientView } from "../link/link.model.ts";
import type { Post } from "./link.ts";

type Of = { view: ClientView; token: string; post: Post; onDone: (what: string) => void };
type Agreement = ClientView["agreements"][number];
type Service = Agreement["services"][number];

const priceOf = ({ kind, rate }: Service): string => {
  if (rate !== null) return kind === "hour" ? `${formatCents(rate)} an hour` : formatCents(rate);
  return kind === "hour" ? "our rate of the day" : serviceKinds[kind].toLowerCase();
};

const overheadOf = ({ overheadBp, overheadOn }: Agreement): string =>
  overheadBp === 0
    ? overheadRules.none
    : `${overheadBp / 100} %, ${overheadRules[overheadOn].toLowerCase()}`;

function Sign({ of, view, post, onDone }: Omit<Of, "token"> & { of: Agreement }) {
  return (
    <Form<{ name: string }>
      formKey={null}
      defaultValues={{ name: view.name }}
      submitLabel={`Sign for ${view.client}`}
      onSubmit={async ({ name }) => {
        await post("sign", { agreementId: of.id, name });
        onDone(`${of.number} is signed. A copy of it is on its way to you by mail.`);
      }}
    >
      <TextField
        name="name"
        label="Your full name and office"
        hint="Typed here, it signs the agreement for your agency"
        required
        maxLength={160}
      />
    </Form>
  );
}

function AgreementCard({ of, ...desk }: Of & { of: Agreement }) {
  const [failed, setFailed] = useState<string | null>(null);
  const take = () =>
    readBytes("/api/v1/served-clients/agreement", { token: desk.token, agreementId: of.id }).then(
      (bytes) => saveFile(new Blob([bytes], { type: "application/pdf" }), `${of.number}.pdf`),
      (error: unknown) => setFailed(messageOf(error)),
    );
  return (
    <Panel title={of.title} level="h3" aside={of.number}>
      <div className="grid gap-4">
        <Facts
          rows={[
            ["Term", `${formatDate(of.startsOn)} to ${formatDate(of.endsOn)}`],
            ["Billed at most", formatCents(of.ceiling)],
            ...of.services.map((s): [string, string] => [s.name, priceOf(s)]),
            ["Overhead", overheadOf(of)],
            ["To be paid", `within ${of.payDays} days of a bill`],
          ]}
        />
        {of.terms && <p className="whitespace-pre-wrap">{of.terms}</p>}
        {failed && (
          <p className="notice" role="status">
            {failed}
          </p>
        )}
        <button type="button" className="btn justify-self-start" onClick={() => void take()}>
          Agreement as PDF<span className="visually-hidden">: {of.number}</span>
        </button>
        {of.toSign && <Sign of={of} {...desk} />}
      </div>
    </Panel>
  );
}

/** Agreements of a client, each with all that is signed; one that waits is signed here. */
export function LinkAgreements(of: Of) {
  if (of.view.agreements.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>Agreements</h2>
      {of.view.agreements.map((agreement) => (
        <AgreementCard key={agreement.id} of={agreement} {...of} />
      ))}
    </section>
  );
}

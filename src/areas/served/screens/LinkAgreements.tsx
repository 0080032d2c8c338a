import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import type { ClientView } from "../link/link.model.ts";
import type { Post } from "./link.ts";

type Of = { view: ClientView; post: Post; onDone: (what: string) => void };

/** Agreements of a client; one that waits is signed here. */
export function LinkAgreements({ view, post, onDone }: Of) {
  if (view.agreements.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>Agreements</h2>
      {view.agreements.map((a) => (
        <article key={a.id} className="panel grid gap-2">
          <h3>{a.title}</h3>
          <p className="text-t2">
            {a.number}, {formatDate(a.startsOn)} to {formatDate(a.endsOn)}, billed at most{" "}
            {formatCents(a.ceiling)}
          </p>
          {a.terms && <p className="whitespace-pre-wrap">{a.terms}</p>}
          {a.toSign && (
            <Form<{ name: string }>
              formKey={null}
              defaultValues={{ name: view.name }}
              submitLabel={`Sign for ${view.client}`}
              onSubmit={async ({ name }) => {
                await post("sign", { agreementId: a.id, name });
                onDone(`${a.number} is signed. A copy of that is on its way to you by mail.`);
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
          )}
        </article>
      ))}
    </section>
  );
}

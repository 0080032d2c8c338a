import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { addDays } from "#kernel/time.ts";
import { DateField, FormRow, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Held } from "#web/kit/Held.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ClientDetail } from "../client/client.model.ts";

function GiveLink({ client, onClose }: { client: ClientDetail; onClose: () => void }) {
  const [first] = client.contacts;
  return (
    <PostDialog<{ name: string; email: string; untilOn: string }>
      title="Give a link"
      description={`By mail. It opens what ${client.name} asked for, signed and owes, and nothing else, until its day.`}
      path={`/api/v1/clients/${client.id}/links`}
      submit="Send the link"
      values={{
        ...{ name: first?.name ?? "", email: first?.email || client.email },
        untilOn: addDays(client.aging.on, 180),
      }}
      nouns={["clients"]}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="name" label="Name" required maxLength={120} />
        <TextField name="email" type="email" label="Mail address" required maxLength={200} />
      </FormRow>
      <DateField name="untilOn" label="Last day" required />
    </PostDialog>
  );
}

/** Who of a client comes in by a link; without an account. */
export function ClientLinks({ client }: { client: ClientDetail }) {
  const [giving, setGiving] = useState(false);
  const send = useMutationAction("clients");
  const end = (id: string) =>
    send
      .mutateAsync({ path: `/api/v1/client-links/${id}/actions/end` })
      .catch((error: unknown) => notify.failed("The link was not ended", error));
  return (
    <Panel title="Links">
      {client.links.length === 0 ? (
        <p className="text-t2">Nobody of the client has a link to its page.</p>
      ) : (
        <ul className="grid gap-2">
          {client.links.map(({ id, name, email, untilOn, ended }) => (
            <li key={id} className="flex flex-wrap items-center gap-3">
              <span className="mr-auto">
                {name} <span className="text-t3">{email}</span>
              </span>
              <span className="text-t2">
                {ended ? "ended" : `works until ${formatDate(untilOn)}`}
              </span>
              {!ended && (
                <Held permission="served.write" what="End links">
                  <button type="button" className="btn btn-small" onClick={() => void end(id)}>
                    End
                    <span className="visually-hidden"> the link of {name}</span>
                  </button>
                </Held>
              )}
            </li>
          ))}
        </ul>
      )}
      {client.status === "active" && (
        <div className="mt-3">
          <Held permission="served.write" what="Give links">
            <button type="button" className="btn" onClick={() => setGiving(true)}>
              Give a link
            </button>
          </Held>
        </div>
      )}
      {giving && <GiveLink client={client} onClose={() => setGiving(false)} />}
    </Panel>
  );
}

import { formatInstant } from "#kernel/dates.ts";
import { TextArea } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { ClientView } from "../link/link.model.ts";
import { requestStatuses, type RequestStatus } from "../request/request.labels.ts";
import type { Post } from "./link.ts";

type Of = { view: ClientView; post: Post; onDone: (what: string) => void };

/** What a client asked for, and what was written about it. */
export function LinkRequests({ view, post, onDone }: Of) {
  if (view.requests.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>Requests</h2>
      {view.requests.map((request) => (
        <Panel
          key={request.id}
          title={request.title}
          level="h3"
          aside={
            <StatusBadge statuses={requestStatuses} status={request.status as RequestStatus} />
          }
        >
          <div className="grid gap-3">
            <p className="text-13 text-t3">
              {request.number}, {formatInstant(request.createdAt, view.timeZone)}
            </p>
            {request.messages.map((m) => (
              <p key={m.id} className="whitespace-pre-wrap">
                <span className="text-t3">{m.author}:</span> {m.text}
              </p>
            ))}
            {!["declined", "closed"].includes(request.status) && (
              <details>
                <summary>Write about it</summary>
                <Form<{ text: string }>
                  key={request.messages.length}
                  formKey={null}
                  defaultValues={{ text: "" }}
                  submitLabel="Send"
                  onSubmit={async ({ text }) => {
                    await post("message", { requestId: request.id, text });
                    onDone(`Your message about ${request.number} is sent; a copy is on its way.`);
                  }}
                >
                  <TextArea name="text" label="Message" required rows={3} maxLength={4000} />
                </Form>
              </details>
            )}
          </div>
        </Panel>
      ))}
    </section>
  );
}

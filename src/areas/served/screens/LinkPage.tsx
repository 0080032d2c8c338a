import { useEffect, useState } from "react";
import { useParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { api, messageOf } from "#web/kit/api.ts";
import { DateField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { RecordSkeleton } from "#web/kit/states.tsx";
import { Brand } from "#web/shell/Brand.tsx";
import type { ClientView } from "../link/link.model.ts";
import type { Post } from "./link.ts";
import { LinkAgreements } from "./LinkAgreements.tsx";
import { LinkBills } from "./LinkBills.tsx";
import { LinkRequests } from "./LinkRequests.tsx";

const at = "/api/v1/served-clients";

function Closed({ view, post }: { view: ClientView; post: Post }) {
  const [said, setSaid] = useState<string | null>(null);
  const renew = () =>
    post<{ sentTo: string }>("renew").then(
      ({ sentTo }) => setSaid(`A new link is on its way to ${sentTo}.`),
      (error: unknown) => setSaid(messageOf(error)),
    );
  return (
    <>
      <h1>Your page</h1>
      <p className="notice" role="status">
        {said ?? view.closed}
      </p>
      {view.renewable && !said && (
        <button type="button" className="btn btn-primary" onClick={() => void renew()}>
          Mail me a new link
        </button>
      )}
    </>
  );
}

function Asking({ post, onDone }: { post: Post; onDone: (what: string) => void }) {
  return (
    <section className="grid gap-3">
      <h2>Ask for work</h2>
      <Form<{ title: string; text: string; wantedOn: string }>
        formKey={null}
        defaultValues={{ title: "", text: "", wantedOn: "" }}
        submitLabel="Send the request"
        onSubmit={async ({ wantedOn, ...asked }) => {
          const body = { ...asked, wantedOn: wantedOn || null };
          const { number } = await post<{ number: string }>("request", body);
          onDone(`Sent as ${number}. A copy is on its way to you by mail.`);
        }}
      >
        <TextField name="title" label="What is to be done" required maxLength={200} />
        <TextArea name="text" label="Where, and what we should know" rows={4} maxLength={8000} />
        <DateField name="wantedOn" label="Wanted by" />
      </Form>
    </section>
  );
}

const waitingFor = (view: ClientView): FindingPart[] => {
  const toSign = view.agreements.filter((a) => a.toSign).length;
  return [
    ...(toSign > 0 ? [{ text: `${counted(toSign, "agreement")} to sign` }] : []),
    ...(view.owed > 0 ? [{ text: `${formatCents(view.owed)} owed to ${view.agency}` }] : []),
    ...(view.late > 0 ? [{ text: `${formatCents(view.late)} of it late` }] : []),
  ];
};

function Desk({ view, token, post, onDone, said }: DeskProps) {
  return (
    <>
      <div>
        <h1>{view.client}</h1>
        <Finding
          parts={waitingFor(view)}
          none={`Nothing waits for you; nothing is owed to ${view.agency}.`}
        />
        <p className="text-t2">
          {view.name}, your link works until {formatDate(view.untilOn)}.
        </p>
      </div>
      {said && (
        <p className="notice tone-success" role="status">
          {said}
        </p>
      )}
      <LinkAgreements view={view} token={token} post={post} onDone={onDone} />
      <LinkBills view={view} token={token} post={post} onDone={onDone} />
      <LinkRequests view={view} post={post} onDone={onDone} />
      <Asking key={view.requests.length} post={post} onDone={onDone} />
    </>
  );
}

type DeskProps = {
  view: ClientView;
  token: string;
  post: Post;
  onDone: (what: string) => void;
  said: string | null;
};

function Body({ token }: { token: string }) {
  const [view, setView] = useState<ClientView | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const post: Post = (to, body = {}) =>
    api(`${at}/${to}`, { method: "POST", body: { ...body, token } });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    api<ClientView>(`${at}/look`, { method: "POST", body: { token } }).then(
      setView,
      (error: unknown) => setFailed(messageOf(error)),
    );
  }, [token, turn]);
  if (failed)
    return (
      <p className="notice" role="status">
        {failed}
      </p>
    );
  if (!view) return <RecordSkeleton />;
  if (view.closed) return <Closed view={view} post={post} />;
  const onDone = (what: string) => {
    setSaid(what);
    window.scrollTo({ top: 0 });
    setTurn((n) => n + 1);
  };
  return <Desk view={view} token={token} post={post} onDone={onDone} said={said} />;
}

/** /served/:token: a client's requests, agreements and bills, for somebody without an account. */
export default function LinkPage() {
  const { token = "" } = useParams();
  return (
    <div className="mx-auto grid min-h-dvh max-w-4xl content-start gap-5 p-6 max-md:p-4">
      <header className="-ml-4">
        <Brand href="/" />
      </header>
      <main id="main" className="grid gap-6">
        <Body token={token} />
      </main>
    </div>
  );
}

import { useEffect, useState } from "react";
import { useParams } from "react-router";
import { api, messageOf, readBytes } from "#web/kit/api.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { RecordSkeleton } from "#web/kit/states.tsx";
import { Brand } from "#web/shell/Brand.tsx";
import type { OutsideView } from "./signature.model.ts";
import { FetchCopy } from "./FetchCopy.tsx";
import { SigningDesk } from "./SigningDesk.tsx";
import { standing } from "./standing.labels.ts";

const root = "/api/v1/signature-links";
const post = <T,>(to: string, body: object) => api<T>(`${root}/${to}`, { method: "POST", body });

function Code({ token, onPass }: { token: string; onPass: (pass: string) => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = () =>
    void post<{ sentTo: string }>("code", { token }).then(
      (answer) => {
        setSentTo(answer.sentTo);
        setProblem(null);
      },
      (error: unknown) => setProblem(messageOf(error)),
    );
  return (
    <section className="panel grid max-w-md gap-4 p-4" aria-label="Code">
      <p className="text-t2" role="status">
        {sentTo
          ? `A code of six digits is on its way to ${sentTo}. It counts for ten minutes.`
          : "Before you read the document, a code of six digits is sent to the address of your link."}
      </p>
      {problem && (
        <p className="notice tone-danger" role="alert">
          {problem}
        </p>
      )}
      <button type="button" className={`btn ${sentTo ? "" : "btn-primary"}`} onClick={send}>
        {sentTo ? "Send a new code" : "Send the code"}
      </button>
      {sentTo && (
        <Form<{ code: string }>
          formKey={null}
          defaultValues={{ code: "" }}
          submitLabel="Open the document"
          onSubmit={async ({ code }) =>
            onPass((await post<{ pass: string }>("open", { token, code })).pass)
          }
        >
          <TextField
            name="code"
            label="Code"
            hint="Six digits, from the second letter"
            autoComplete="one-time-code"
            maxLength={6}
            required
          />
        </Form>
      )}
    </section>
  );
}

function Body({ token }: { token: string }) {
  const [view, setView] = useState<OutsideView | null>(null);
  return (
    <>
      <h1>{view?.copy ? "The signed document" : "Sign a document"}</h1>
      <Steps token={token} view={view} onView={setView} />
    </>
  );
}

function Steps({
  token,
  view,
  onView,
}: {
  token: string;
  view: OutsideView | null;
  onView: (view: OutsideView) => void;
}) {
  const [pass, setPass] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    post<OutsideView>("look", { token }).then(onView, (error: unknown) =>
      setSaid(messageOf(error)),
    );
  }, [token, onView]);
  if (said)
    return (
      <p className="notice" role="status">
        {said}
      </p>
    );
  if (!view) return <RecordSkeleton />;
  const passed = { token, pass };
  if (view.copy)
    return (
      <>
        <p>
          Everybody has signed {view.number}, {view.title}. The signed document with its certificate
          is yours to keep.
        </p>
        {pass ? (
          <FetchCopy
            name={`${view.number} signed.pdf`}
            load={() => readBytes(`${root}/document`, passed)}
          />
        ) : (
          <Code token={token} onPass={setPass} />
        )}
      </>
    );
  if (!view.asked) return <p role="status">{standing(view)}</p>;
  return (
    <>
      <p className="text-t2">
        {view.agency} asks {view.signer} to sign {view.number}, {view.title}.
      </p>
      {pass ? (
        <SigningDesk
          number={view.number}
          expiresOn={view.expiresOn}
          name={view.signer}
          fixed={false}
          load={() => readBytes(`${root}/document`, passed)}
          onSign={async (body) => {
            await post("sign", { ...body, ...passed });
            setSaid(
              `You have signed ${view.number}. The link has ended. When everybody has signed, a letter brings you the signed document and a new link to it.`,
            );
          }}
          onDecline={async (reason) => {
            await post("decline", { reason, ...passed });
            setSaid(`You have declined to sign ${view.number}. ${view.agency} was told why.`);
          }}
        />
      ) : (
        <Code token={token} onPass={setPass} />
      )}
    </>
  );
}

/** /sign/:token: somebody without an account reads and signs, by a link and a code. */
export default function LinkSignature() {
  const { token = "" } = useParams();
  return (
    <div className="mx-auto grid min-h-dvh max-w-6xl content-start gap-5 p-6 max-md:p-4">
      <header className="-ml-4">
        <Brand href="/" />
      </header>
      <main id="main" className="grid gap-5">
        <Body token={token} />
      </main>
    </div>
  );
}

import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useParams } from "react-router";
import { api, messageOf } from "#web/kit/api.ts";
import { RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { Brand } from "#web/shell/Brand.tsx";
import { blankField, type FormPage } from "../form/form.labels.ts";
import type { FormSheet } from "../form/form.model.ts";
import { submissionStatuses } from "../submission/submission.labels.ts";
import { objectionToEmail } from "../submission/email.labels.ts";
import type { OwnView, Receipt } from "../submission/submission.model.ts";
import { FilesProvider, visitorsDoor } from "../file/FilesContext.ts";
import { Answers } from "./Answers.tsx";
import { FormFiller } from "./FormFiller.tsx";
import { useBeginning } from "./useBeginning.ts";

// No designer can name a question so: names begin with a small letter.
const you: FormPage = {
  title: "You",
  sections: [
    {
      title: "",
      help: "The agency answers to this address. Nothing of it is published.",
      fields: [
        { ...blankField("_name", "text", "Your name"), required: true },
        { ...blankField("_email", "text", "Email"), required: true },
      ],
    },
  ],
};
const emailErrors = ({ _email }: Readonly<Record<string, unknown>>) => {
  const message = objectionToEmail(_email);
  return message ? [{ path: "_email", message }] : [];
};
const post = <T,>(path: string, body: object) => api<T>(path, { method: "POST", body });

/** The link in the letter: "#<submission>.<key>". */
const linkIn = (hash: string): { id: string; key: string } | null => {
  const [id, key] = hash.replace(/^#/, "").split(".");
  return id && key ? { id, key } : null;
};

function Done({ receipt, again }: { receipt: Receipt; again: boolean }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <section className="panel" aria-label="Receipt">
      <div className="panel-body grid gap-3">
        <h2 ref={head} tabIndex={-1}>
          {again ? "Sent again" : "Received"}
        </h2>
        <p>
          Your number is <b className="mono">{receipt.number}</b>. You get a letter when somebody
          has decided it.
        </p>
        {receipt.key && (
          <p className="text-t2">
            This <a href={`#${receipt.id}.${receipt.key}`}>link</a> shows where it stands. It is in
            the letter too; whoever has it can read your answers.
          </p>
        )}
      </div>
    </section>
  );
}

function NewOne({ slug, sheet }: { slug: string; sheet: FormSheet }) {
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const { begun, begin, over } = useBeginning(slug, sheet.id);
  const door = useMemo(() => visitorsDoor(slug, sheet.id, begin), [slug, sheet.id, begin]);
  const asked = useMemo(() => ({ pages: [...sheet.pages, you] }), [sheet.pages]);
  if (receipt) return <Done receipt={receipt} again={false} />;
  return (
    <>
      {sheet.about && <p className="text-t2 whitespace-pre-wrap">{sheet.about}</p>}
      <FormFiller
        form={asked}
        times={sheet.times}
        begun={sheet.prefilled}
        door={door}
        draftKey={`form-${sheet.id}`}
        sendLabel="Send"
        beside={emailErrors}
        onSend={async ({ _name: name, _email: email, ...answers }) => {
          const { id: requestId, key } = begun();
          const made = await post<Receipt>(`/api/v1/public/forms/${slug}/submissions`, {
            ...{ requestId, formId: sheet.id, answers, name, email },
            ...(key ? { key } : {}),
          });
          over();
          setReceipt(made);
        }}
      />
    </>
  );
}

function Standing({ slug, link }: { slug: string; link: { id: string; key: string } }) {
  const [view, setView] = useState<OwnView | null>(null);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const { id, key } = link;
  useEffect(() => {
    post<OwnView>(`/api/v1/public/forms/${slug}/look`, { id, key }).then(
      setView,
      (error: unknown) => setSaid(messageOf(error)),
    );
  }, [slug, id, key]);
  const asked = useMemo(() => ({ pages: view?.pages ?? [] }), [view?.pages]);
  const door = useMemo(
    () => visitorsDoor(slug, view?.formId ?? "", async () => ({ id, key })),
    [slug, view?.formId, id, key],
  );
  if (said)
    return (
      <p className="notice tone-danger" role="alert">
        {said}
      </p>
    );
  if (receipt) return <Done receipt={receipt} again />;
  if (!view) return <RecordSkeleton />;
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <b className="mono">{view.number}</b>
        <StatusBadge statuses={submissionStatuses} status={view.status} />
      </p>
      {view.statusReason && (
        <p className={`notice ${view.status === "returned" ? "tone-warning" : ""}`}>
          {view.statusReason}
        </p>
      )}
      {view.status === "returned" ? (
        <FormFiller
          form={asked}
          times={view.times}
          begun={view.answers}
          files={view.files}
          door={door}
          draftKey={`form-${view.id}`}
          sendLabel="Send again"
          onSend={async (answers) =>
            setReceipt(
              await post<Receipt>(`/api/v1/public/forms/${slug}/correct`, { id, key, answers }),
            )
          }
        />
      ) : (
        <FilesProvider value={{ door, files: view.files }}>
          <Answers form={asked} answers={view.answers} has={(name) => name in view.answers} />
        </FilesProvider>
      )}
    </>
  );
}

/** /citizen-portal/forms/:slug: anybody fills in a public form; the letter's link finds it again. */
export default function PublicForm() {
  const { slug = "" } = useParams();
  const link = linkIn(useLocation().hash);
  const [sheet, setSheet] = useState<FormSheet | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    api<FormSheet>(`/api/v1/public/forms/${slug}`).then(setSheet, (error: unknown) =>
      setSaid(messageOf(error)),
    );
  }, [slug]);
  return (
    <div className="mx-auto grid min-h-dvh max-w-3xl content-start gap-5 p-6 max-md:p-4">
      <header className="-ml-4">
        <Brand href="/citizen-portal" />
      </header>
      <main id="main" className="grid gap-5">
        <div className="grid gap-1">
          {sheet?.agency && <p className="text-13 text-t3">{sheet.agency}</p>}
          <h1>{sheet?.name ?? "Fill in a form"}</h1>
        </div>
        {said && (
          <p className="notice tone-danger" role="alert">
            {said}
          </p>
        )}
        {!sheet && !said && <RecordSkeleton />}
        {sheet &&
          (link ? (
            <Standing key={link.id} slug={slug} link={link} />
          ) : (
            <NewOne key={sheet.id} slug={slug} sheet={sheet} />
          ))}
      </main>
    </div>
  );
}

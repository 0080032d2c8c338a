import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import {
  fileElements,
  fileStates,
  legalElements,
  type FileElement,
  type LegalElement,
} from "#kernel/purchase-file.ts";
import { counted } from "#kernel/words.ts";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { methods, type Method } from "#areas/procurement/procurement.public.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, isMissing, NoSuchRecord, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { FileDetail } from "../file/file.model.ts";

const EntryDialog = dialogOnDemand(async () => (await import("./EntryDialog.tsx")).EntryDialog);

type Line = FileDetail["lines"][number];

const isLegal = (element: FileElement): element is LegalElement =>
  (legalElements as readonly string[]).includes(element);

const nextOf = ({ frozen, mayWrite }: FileDetail): string => {
  if (frozen) return "It was frozen so; what is written down now stands beside it.";
  return mayWrite
    ? "Write down what no record says."
    : "The buyer writes down what no record says.";
};

const findingOf = (file: FileDetail): string => {
  const { lacking, lines } = file;
  const owed = lines.filter(({ state }) => state === "missing").length - lacking.length;
  const papers = owed > 0 ? ` ${counted(owed, "paper is", "papers are")} missing besides.` : "";
  if (lacking.length === 0)
    return `The file holds the four elements that 2 CFR 200.318(i) asks for.${papers}`;
  const names = lacking.map((each) => fileElements[each].label.toLowerCase()).join(", ");
  return `The file lacks ${names}. ${nextOf(file)}${papers}`;
};

function Part({ part }: { part: Line["parts"][number] }) {
  return (
    <li className="grid gap-1">
      <span className="whitespace-pre-line">{part.said}</span>
      <span className="flex flex-wrap gap-3 text-13 text-t2">
        {part.on && <span>{formatDate(part.on)}</span>}
        {part.shown.map(({ label, href }) => (
          <Link key={href + label} className="text-link underline" to={href}>
            {label}
          </Link>
        ))}
      </span>
    </li>
  );
}

function Element({ line, onWrite }: { line: Line; onWrite: (() => void) | null }) {
  const { label } = fileElements[line.element];
  return (
    <li className="grid gap-2 border-b border-hair px-4 py-3 last:border-0">
      <span className="flex flex-wrap items-center gap-2">
        <b className="mr-auto">{label}</b>
        <StatusBadge statuses={fileStates} status={line.state} />
      </span>
      {line.said && <span className="text-13 text-t2">{line.said}</span>}
      {line.parts.length > 0 && (
        <ul className="grid gap-2">
          {line.parts.map((part, at) => (
            <Part key={at} part={part} />
          ))}
        </ul>
      )}
      {onWrite && (
        <span className="no-print">
          <button
            type="button"
            className={line.state === "missing" ? "btn btn-small btn-primary" : "btn btn-small"}
            onClick={onWrite}
          >
            {line.state === "missing" ? "Write it down" : "Add"}
            <span className="visually-hidden">: {label}</span>
          </button>
        </span>
      )}
    </li>
  );
}

function Frozen({ file }: { file: FileDetail }) {
  const { timeZone } = useAgency();
  const { frozen } = file;
  if (!frozen) return null;
  const missing = frozen.lines.filter(({ state }) => state === "missing");
  return (
    <Panel title="Frozen">
      <p className="mb-3">
        {missing.length === 0
          ? "Nothing was missing when it was frozen."
          : `When it was frozen it lacked ${missing.map(({ element }) => fileElements[element].label.toLowerCase()).join(", ")}.`}
      </p>
      <Facts>
        <Fact label="Frozen">{formatInstant(frozen.at, timeZone)}</Fact>
        <Fact label="Kept at least until">
          {formatDate(frozen.keptUntil)} ({frozen.citation})
        </Fact>
        <Fact label="SHA-256 of its lines">
          <span className="break-all font-mono text-12">{frozen.digest}</span>
        </Fact>
        <Fact label="Package of evidence">
          {frozen.packageReady ? "Made; auditors find it under audit." : "Being made"}
        </Fact>
      </Facts>
    </Panel>
  );
}

function Head({ file }: { file: FileDetail }) {
  return (
    <header className="grid gap-1">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">
          File of {file.number} · {file.title}
        </h1>
        <span className="no-print flex flex-wrap gap-3">
          <Link className="btn" to={pathTo("order", { id: file.id })}>
            Open {file.number}
          </Link>
          <button type="button" className="btn" onClick={() => window.print()}>
            Print
          </button>
          <EvidenceButton ids={file.records} name={`File of ${file.number}`} />
        </span>
      </div>
      <p className="finding" role="status">
        {findingOf(file)}
      </p>
      <p className="text-t2">
        {[
          file.vendor,
          formatCents(file.amount),
          methods[file.method as Method] ?? "No method",
          file.buyer ? `Buyer ${file.buyer}` : "No buyer",
          ...(file.federal ? ["Federal money"] : []),
        ].join(" · ")}
      </p>
    </header>
  );
}

/** The file of a purchase: the four elements of 2 CFR 200.318(i), and the papers from notice to payment. */
export default function FilePage() {
  const { id = "" } = useParams();
  const [writing, setWriting] = useState<LegalElement | null>(null);
  const read = useGet<FileDetail>("purchase-files", `/api/v1/purchase-files/${id}`);
  if (isMissing(read.error))
    return <NoSuchRecord back={{ path: pathTo("compliance"), title: "Compliance" }} />;
  if (read.error) return <ErrorPanel error={read.error} what="The file of the purchase" />;
  const file = read.data;
  if (!file) return <RecordSkeleton />;
  const legal = file.lines.filter(({ element }) => isLegal(element));
  const papers = file.lines.filter(({ element }) => !isLegal(element));
  return (
    <div className="stack">
      <Head file={file} />
      <Panel title="What 2 CFR 200.318(i) asks for" flush>
        <ul>
          {legal.map((line) => (
            <Element
              key={line.element}
              line={line}
              onWrite={file.mayWrite ? () => setWriting(line.element as LegalElement) : null}
            />
          ))}
        </ul>
      </Panel>
      <Panel title="From the notice to the payment" flush>
        <ul>
          {papers.map((line) => (
            <Element key={line.element} line={line} onWrite={null} />
          ))}
        </ul>
      </Panel>
      <Frozen file={file} />
      {writing && <EntryDialog file={file} element={writing} onClose={() => setWriting(null)} />}
    </div>
  );
}

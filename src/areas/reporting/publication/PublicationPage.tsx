import { ExternalLink } from "lucide-react";
import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { saveText } from "#web/kit/csv.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { Link } from "react-router";
import { OpenFigures } from "./OpenReport.tsx";
import { publicationCycle } from "./publication.labels.ts";
import type { PublicationRecord } from "./publication.model.ts";

const addressOf = ({ slug, versionNo }: PublicationRecord) =>
  `/citizen-portal/reports/${slug}?version=${versionNo}`;
const isOpen = ({ status }: PublicationRecord) => status === "published" || status === "superseded";

const sumOf = ({ content }: PublicationRecord, of: "hidden" | "replaced") =>
  String(content.parts.reduce((sum, part) => sum + part[of], 0));

function AsEverybodyReads({ publication }: { publication: PublicationRecord }) {
  const { content } = publication;
  const { timeZone } = useAgency();
  return (
    <div className="stack">
      <p className="max-w-prose whitespace-pre-wrap">{content.says}</p>
      {content.correction && <p className="notice">Corrected: {content.correction}</p>}
      <OpenFigures content={content} zone={timeZone} />
    </div>
  );
}

/** What is published or waits for a second person, as everybody reads it. */
export default function PublicationPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<PublicationRecord>
      path="/api/v1/publications"
      id={id}
      lifecycle={publicationCycle}
      title={(publication) => publication.title}
      subtitle={({ slug, versionNo }) => `/citizen-portal/reports/${slug}, version ${versionNo}`}
      owner={(publication) => publication.asker}
      extraActions={(publication) =>
        isOpen(publication)
          ? [
              {
                label: "Open it as everybody",
                icon: <ExternalLink aria-hidden="true" />,
                href: addressOf(publication),
              },
            ]
          : []
      }
      tabs={[
        {
          id: "open",
          label: "As everybody reads it",
          content: (publication) => <AsEverybodyReads publication={publication} />,
        },
      ]}
      rail={(publication) => (
        <Panel title="Proof">
          <div className="stack">
            <Facts
              rows={[
                ["Asked by", publication.asker],
                ["Decided by", publication.decider],
                [
                  publication.runIds.length > 1 ? "Kept runs" : "Kept run",
                  <span key="runs" className="flex flex-wrap gap-x-3">
                    {publication.runIds.map((run, n) => (
                      <Link
                        key={run}
                        className="inline-block py-1"
                        to={pathTo("keptRun", { id: run })}
                      >
                        {publication.content.parts[n]!.run.number}
                      </Link>
                    ))}
                  </span>,
                ],
                ["Cells hidden", sumOf(publication, "hidden")],
                ["Names replaced", sumOf(publication, "replaced")],
                [
                  "Its PDF and evidence package",
                  isOpen(publication) ? (publication.proofSha256 ? "Made" : "Being made") : null,
                ],
                [
                  "SHA-256",
                  <code key="hash" className="break-all text-12">
                    {publication.sha256}
                  </code>,
                ],
              ]}
            />
            <button
              type="button"
              className="btn"
              onClick={() =>
                saveText(`${publication.number}.json`, publication.text, "application/json")
              }
            >
              The text that was hashed
            </button>
            <EvidenceButton ids={[publication.id]} name={publication.number} />
          </div>
        </Panel>
      )}
    />
  );
}

import { Link } from "react-router";
import { documentPlaces } from "./ledger.labels.ts";

/** A document by its number, as a link where it has a page. */
export function DocumentLink({
  document: { documentType, documentId, documentNumber },
}: {
  document: { documentType: string; documentId: string; documentNumber: string };
}) {
  const place = documentPlaces[documentType];
  if (!place) return <span className="mono">{documentNumber}</span>;
  return (
    <Link className="mono text-link" to={`${place}/${documentId}`}>
      {documentNumber}
    </Link>
  );
}

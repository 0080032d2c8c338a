import { AgreementTable } from "./AgreementTable.tsx";

/** Agreements with the agencies that are served. */
export default function AgreementsPage() {
  return <AgreementTable />;
}

import { SubawardTable } from "./SubawardTable.tsx";

/** Subrecipients: to whom the agency passes grant money on. */
export function RecipientTab() {
  return <SubawardTable />;
}

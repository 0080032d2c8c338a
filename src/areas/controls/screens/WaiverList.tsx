import { WaiverTable } from "./WaiverTable.tsx";

/** Waivers of controls: all of them for officers, those of their own records for everybody else. */
export default function WaiverList() {
  return <WaiverTable />;
}

import { pathTo } from "#areas.ts";
import { SolicitationTable } from "./SolicitationList.tsx";

/** Requests for information: questions to the market, from which nothing is awarded. */
export default function RfiList() {
  return (
    <SolicitationTable
      fixed="kind=rfi"
      name="rfi"
      title="Requests for information"
      create={{
        label: "New request",
        to: `${pathTo("solicitationNew")}?template=rfi`,
        permission: "solicitation.edit",
      }}
      empty={{
        title: "No requests for information yet",
        text: "Ask the market what it could offer before you decide what to buy. The answers can become a request for proposals.",
      }}
    />
  );
}

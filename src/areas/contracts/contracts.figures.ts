import type { FigureSource } from "#server/area.ts";
import { contractList } from "./contract/contract.list.ts";

const contracts = {
  list: contractList,
  api: "/api/v1/contracts",
  page: "/contracts",
  sums: "left",
};

/** What the dashboard shows of contracts. */
export const contractFigures: readonly FigureSource[] = [
  {
    group: "duty",
    place: 112,
    permission: "contract.edit",
    id: "contracts-ending",
    label: "Contracts that end in 120 days",
    ...contracts,
    query: "endsSoon=true",
    says: ["contract ends within 120 days", "contracts end within 120 days"],
  },
  {
    group: "duty",
    place: 113,
    permission: "contract.edit",
    id: "contracts-option-due",
    pressing: true,
    label: "Options to decide in 30 days",
    ...contracts,
    query: "optionDue=true",
    says: ["option is to be decided within 30 days", "options are to be decided within 30 days"],
  },
  {
    group: "duty",
    place: 114,
    permission: "contract.edit",
    id: "contracts-near-ceiling",
    label: "Contracts at 90 percent of their ceiling",
    ...contracts,
    query: "nearCeiling=true",
    says: [
      "contract stands at 90 percent of its ceiling",
      "contracts stand at 90 percent of their ceiling",
    ],
  },
  {
    group: "duty",
    place: 120,
    permission: "contract.review",
    duty: "counsel",
    id: "contracts-to-clear",
    label: "Contracts that wait for counsel",
    ...contracts,
    query: "status=legal_review",
    says: ["contract waits for counsel", "contracts wait for counsel"],
  },
  {
    group: "duty",
    place: 130,
    permission: "contract.sign",
    duty: "contract_manager",
    id: "contracts-to-sign",
    label: "Contracts out for signature",
    ...contracts,
    query: "status=out_for_signature",
    says: ["contract is out for signature", "contracts are out for signature"],
  },
];

import type { FigureSource } from "#server/area.ts";
import { programList } from "./program/program.list.ts";
import { subawardList } from "./subaward/subaward.list.ts";

const subawards = {
  list: subawardList,
  api: "/api/v1/subawards",
  page: "/grant-management?tab=recipient",
};

/** What the dashboard shows of grant money that the agency passes on. */
export const passthroughFigures: readonly FigureSource[] = [
  {
    group: "duty",
    place: 124,
    permission: "grantProgram.review",
    id: "programs-to-score",
    pressing: true,
    label: "Grant programs to score",
    list: programList,
    api: "/api/v1/grant-programs",
    page: "/grant-management?tab=reviewer",
    query: "toScore=true",
    says: ["grant program waits for your scores", "grant programs wait for your scores"],
  },
  {
    group: "duty",
    place: 124,
    permission: "grantProgram.review",
    id: "programs-to-agree",
    pressing: true,
    label: "Grant programs to agree on",
    list: programList,
    api: "/api/v1/grant-programs",
    page: "/grant-management?tab=reviewer",
    query: "toAgree=true",
    says: [
      "grant program asks its reviewers for a consensus",
      "grant programs ask their reviewers for a consensus",
    ],
  },
  {
    group: "duty",
    place: 125,
    permission: "subaward.edit",
    id: "subawards-requests",
    pressing: true,
    label: "Subawards with a payment request to decide",
    ...subawards,
    query: "waiting=true",
    says: ["subaward has a payment request to decide", "subawards have payment requests to decide"],
  },
  {
    group: "duty",
    place: 126,
    permission: "subaward.approve",
    duty: "certifier",
    id: "subawards-questioned",
    pressing: true,
    label: "Subawards with a questioned cost to decide",
    ...subawards,
    query: "questioned=true",
    says: ["subaward has a questioned cost to decide", "subawards have questioned costs to decide"],
  },
];

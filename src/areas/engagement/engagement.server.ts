import type { AreaServer } from "../../areas.server.ts";
import { bulletinEndpoints } from "./bulletin/bulletin.api.ts";
import { seedEngagement } from "./engagement.seed.ts";
import { featureEndpoints } from "./feature/feature.api.ts";
import { featurePage } from "./feature/feature.live.service.ts";
import { feedbackEndpoints } from "./feedback/feedback.api.ts";
import { inquiryEndpoints } from "./inquiry/inquiry.api.ts";

/** What the server mounts of this area. */
export const engagement = {
  name: "engagement", endpoints: [...inquiryEndpoints, ...featureEndpoints, ...bulletinEndpoints, ...feedbackEndpoints], live: { "/feature-requests": featurePage }, seed: seedEngagement,
} satisfies AreaServer;

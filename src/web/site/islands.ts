import type { ComponentType } from "react";

/**
 * The parts of public pages that need React, by name. `Island` draws one as plain HTML when the
 * page is built; the browser loads
 * it when somebody touches it. A component takes only props that survive JSON, and its form works
 * as plain HTML before.
 */
export const islands: Readonly<Record<string, () => Promise<{ default: ComponentType<never> }>>> = {
  guideSearch: () => import("./documentation/GuideSearch.tsx"),
  award: () => import("./live/award/AwardExample.tsx"),
  route: () => import("./live/route/RouteExample.tsx"),
  geofence: () => import("./live/geofence/GeofenceExample.tsx"),
  carbon: async () => ({ default: (await import("#areas/carbon/carbon.ui.tsx")).CarbonExample }),
  waitlist: async () => ({
    default: (await import("#areas/engagement/engagement.ui.tsx")).WaitlistForm,
  }),
  demo: async () => ({ default: (await import("#areas/engagement/engagement.ui.tsx")).DemoForm }),
  aging: async () => ({ default: (await import("#areas/platform/platform.ui.tsx")).AgingDemo }),
  report: async () => ({
    default: (await import("#areas/engagement/engagement.ui.tsx")).ReportForm,
  }),
  addition: async () => ({
    default: (await import("#areas/engagement/engagement.ui.tsx")).AdditionForm,
  }),
  schedule: async () => ({
    default: (await import("#areas/engagement/engagement.ui.tsx")).ScheduleForm,
  }),
  contact: async () => ({
    default: (await import("#areas/engagement/engagement.ui.tsx")).ContactForm,
  }),
  wish: async () => ({ default: (await import("#areas/engagement/engagement.ui.tsx")).WishForm }),
  bulletin: async () => ({
    default: (await import("#areas/engagement/engagement.ui.tsx")).BulletinForm,
  }),
};

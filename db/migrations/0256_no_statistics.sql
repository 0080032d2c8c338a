-- What no statement ever asks by (sealed texts, digests, payloads) needs no statistics: looking at it was most of what ANALYZE of the audit record did.
alter table audit_entry alter column content set statistics 0, alter column before_digest set statistics 0, alter column after_digest set statistics 0, alter column content_digest set statistics 0, alter column mac set statistics 0;
alter table audit_leaf alter column leaf set statistics 0;
alter table audit_tile alter column hash set statistics 0;
alter table outbox_event alter column events set statistics 0;
alter table purchase_order_version alter column content set statistics 0;
alter table approval_request alter column facts set statistics 0;
alter table approval_step alter column route set statistics 0;
alter table mail alter column body_text set statistics 0;

-- Lists whose default order had no index: approvals by due date whatever their status, payments by number.
create index approval_request_by_due on approval_request (org_id, due_at, id);
create index payment_by_number on payment (org_id, number desc, id desc);

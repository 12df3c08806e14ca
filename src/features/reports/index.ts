export { type ReportedContent, reportToOperator } from './report.ts';

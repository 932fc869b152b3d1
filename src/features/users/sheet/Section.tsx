/** The sections of pages about one user. */
import './sheet.css';

export { Loaded, Section } from '@src/ui/Section.tsx';

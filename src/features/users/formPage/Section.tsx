/** The sections of pages about one user. */
import './formPage.css';

export { Loaded, Section } from '@src/ui/Section.tsx';
